#include "Common/largest.glsl"
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q);
  return isLargest(q) ? c : vec4(vec3(0.0), c.a);
}
