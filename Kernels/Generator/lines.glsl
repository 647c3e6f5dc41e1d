#include "Common/compose.glsl"
struct Parameters { float width; vec4 color; };
vec4 kernel(vec4 c, Parameters p) {
  int count = int(entry(3).x);
  for (int i = 0; i < count; i++) {
    vec4 ends = (entry(4 + i) * 0.5 + 0.5) * size().xyxy;
    vec2 way = ends.zw - ends.xy, at = position() - ends.xy;
    // Along the axis that the line covers more of, as a column or row of pixels at a time.
    bool isSteep = abs(way.y) > abs(way.x);
    if (isSteep) { way = way.yx; at = at.yx; }
    float along = at.x / (way.x == 0.0 ? 1.0 : way.x);
    if (along >= 0.0 && along < 1.0 && abs(at.y - along * way.y) <= p.width * 0.5)
      return composed(c, p.color, p.color.rgb);
  }
  return c;
}
