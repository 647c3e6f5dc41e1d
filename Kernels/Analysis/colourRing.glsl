#include "Common/straight.glsl"
const vec2 ring8[8] = vec2[](vec2(3, 1), vec2(1, 3), vec2(-1, 3), vec2(-3, 1), vec2(-3, -1), vec2(-1, -3),
  vec2(1, -3), vec2(3, -1));
// The mean of a ring, and the direction in which it grows lighter, from -pi to pi as 0 to 1.
vec4 kernel(vec2 at) {
  vec3 sum = vec3(0.0);
  vec2 way = vec2(0.0);
  for (int i = 0; i < 8; i++) {
    vec3 c = straight(pixel(ivec2(at + ring8[i])));
    sum += c;
    way += dot(c, vec3(1.0)) * ring8[i];
  }
  float angle = dot(way, way) > 1e-9 ? atan(way.y, way.x) : 0.0;
  return vec4(sum / 8.0, angle / 6.2831853 + 0.5);
}
