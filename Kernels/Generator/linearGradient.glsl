#include "Common/blended.glsl"
#include "Common/compose.glsl"
struct Parameters { vec2 start; vec2 end; vec4 firstColor; vec4 secondColor; };
vec4 kernel(vec4 c, Parameters p) {
  vec2 way = (p.end - p.start) * size(), at = position() - p.start * size();
  float along = clamp(dot(at, way) / max(dot(way, way), 1e-6), 0.0, 1.0);
  vec4 color = blended(p.firstColor, p.secondColor, along, p.firstColor.rgb);
  return composed(c, color, color.rgb);
}
