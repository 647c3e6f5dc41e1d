#include "Common/compose.glsl"
struct Parameters { float width; vec4 color; };
vec4 kernel(vec4 c, Parameters p) {
  float side = p.width + 1.0;
  int count = int(entry(3).x);
  for (int i = 0; i < count; i++) {
    vec2 away = abs(position() - entry(4 + i).xy * size());
    bool isInside = max(away.x, away.y) < side * 0.5;
    if (isInside && min(away.x, away.y) <= max(side * 0.09, 0.5)) return composed(c, p.color, p.color.rgb);
  }
  return c;
}
