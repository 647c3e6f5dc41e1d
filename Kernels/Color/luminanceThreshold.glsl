#include "Common/luminance.glsl"
struct Parameters { float threshold; };
vec4 kernel(vec4 c, Parameters p) { return vec4(vec3(step(p.threshold, luminance(c.rgb))), c.a); }
