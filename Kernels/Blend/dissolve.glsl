#include "Common/blended.glsl"
struct Parameters { float mix; };
vec4 kernel(vec4 c, Parameters p) { return p.mix == 0.0 ? c : blended(c, input(1), p.mix, c.rgb); }
