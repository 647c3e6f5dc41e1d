#include "Common/ring.glsl"
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q);
  vec3 sum = vec3(0.0);
  for (int i = 0; i < 8; i++) sum += step(c.rgb, pixel(q + ring[i]).rgb) * float(1 << i);
  return vec4(sum / 255.0 * c.a, c.a);
}
