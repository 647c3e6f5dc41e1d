#include "Common/poisson.glsl"
struct Parameters { float mix; int isOnly; };
// A picture comes multiplied by its alpha and is divided by it afterwards; numbers of steps before stay as they are.
vec4 kernel(vec2 at, Parameters p) {
  vec4 c = poisson(ivec2(at), p.mix);
  return p.isOnly != 0 || c.a <= 0.0 ? c : vec4(c.rgb / c.a, c.a);
}
