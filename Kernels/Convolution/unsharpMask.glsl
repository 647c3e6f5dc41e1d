#include "Common/blended.glsl"
struct Parameters { float intensity; };
vec4 kernel(vec4 c, Parameters p) { return blended(branch(), c, p.intensity, c.rgb); }
