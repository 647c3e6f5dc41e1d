#include "Common/planes.glsl"
struct Parameters { int isMaximum; int coordinates; vec4 limits; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q), most = c;
  for (int i = 0; i < 8; i++) {
    if ((p.coordinates >> i & 1) == 0) continue;
    int place = i < 4 ? i : i + 1;
    vec4 other = near(q, ivec2(place % 3 - 1, place / 3 - 1));
    most = p.isMaximum != 0 ? max(most, other) : min(most, other);
  }
  vec4 limit = byPlane(p.limits);
  return p.isMaximum != 0 ? min(most, c + limit) : max(most, c - limit);
}
