#include "Common/planes.glsl"
struct Parameters { vec3 bias; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  // The table begins with its size and two lines that only lookups need.
  int count = int(entry(0).x), side = count > 25 ? 7 : count > 9 ? 5 : 3;
  vec4 sum = byPlane(vec4(p.bias, 0.0));
  for (int i = 0; i < count; i++)
    sum += byPlane(vec4(entry(3 + i).xyz, 0.0)) * near(q, ivec2(i % side, i / side) - side / 2);
  return chosen(7, pixel(q), sum);
}
