#include "Common/blended.glsl"
#include "Common/compose.glsl"
struct Parameters { vec2 center; float innerRadius; float outerRadius; vec4 firstColor; vec4 secondColor; };
vec4 kernel(vec4 c, Parameters p) {
  float away = length(position() - p.center * size()) / size().x, width = p.outerRadius - p.innerRadius;
  float along = width > 0.0 ? clamp((away - p.innerRadius) / width, 0.0, 1.0) : step(p.innerRadius, away);
  vec4 color = blended(p.firstColor, p.secondColor, along, p.firstColor.rgb);
  return composed(c, color, color.rgb);
}
