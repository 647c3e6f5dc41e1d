#include "Common/poisson.glsl"
struct Parameters { float mix; };
vec4 kernel(vec2 at, Parameters p) { return poisson(ivec2(at), p.mix); }
