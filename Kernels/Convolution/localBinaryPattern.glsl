#include "Common/luminance.glsl"
#include "Common/ring.glsl"
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q);
  float middle = luminance(c.rgb), sum = 0.0;
  for (int i = 0; i < 8; i++)
    sum += step(middle, luminance(pixel(q + ring[i]).rgb)) * float(1 << i);
  return vec4(vec3(sum / 255.0 * c.a), c.a);
}
