#include "Common/luminance.glsl"
#include "Common/gradient.glsl"
// The gradient's length, the neighbour that it points to, and alpha.
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  vec2 g = gradient(q, 2.0);
  float d = length(g);
  vec2 way = d > 0.0 ? g / d : vec2(0.0);
  // An eighth of a turn around each axis counts as the axis: 1 - sin(pi / 8) is 0.617316.
  return vec4(d, sign(way) * floor(abs(way) + 0.617316), pixel(q).a);
}
