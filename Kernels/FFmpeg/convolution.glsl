#include "Common/planes.glsl"
struct Parameters { vec3 bias; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  // The table begins with its size and two lines that only lookups need.
  int count = int(entry(0).x), side = count > 25 ? 7 : count > 9 ? 5 : 3;
  vec3 sum = isCoded() ? p.bias : p.bias.zxy;
  for (int i = 0; i < count; i++) {
    vec3 weight = entry(3 + i).xyz;
    sum += (isCoded() ? weight : weight.zxy) * near(q, ivec2(i % side, i / side) - side / 2).rgb;
  }
  return vec4(sum, pixel(q).a);
}
