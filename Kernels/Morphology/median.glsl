#include "Common/order.glsl"
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  vec4 middle = pixel(q);
  vec3 a = pixel(q + ivec2(-1, -1)).rgb, d = pixel(q + ivec2(-1, 0)).rgb;
  vec3 g = pixel(q + ivec2(-1, 1)).rgb, b = pixel(q + ivec2(0, -1)).rgb;
  vec3 h = pixel(q + ivec2(0, 1)).rgb, c = pixel(q + ivec2(1, -1)).rgb;
  vec3 f = pixel(q + ivec2(1, 0)).rgb, i = pixel(q + ivec2(1, 1)).rgb, e = middle.rgb;
  // The median is that of the highest low, the middle middle and the lowest high of the rows.
  order3(a, b, c);
  order3(d, e, f);
  order3(g, h, i);
  vec3 low = max(a, max(d, g));
  vec3 high = min(c, min(f, i));
  vec3 between = max(min(b, e), min(max(b, e), h));
  return vec4(max(min(low, between), min(max(low, between), high)), middle.a);
}
