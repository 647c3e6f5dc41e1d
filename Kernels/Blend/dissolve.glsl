#include "Common/dissolve.glsl"
struct Parameters { float mix; };
vec4 kernel(vec4 c, Parameters p) { return dissolved(c, input(1), p.mix); }
