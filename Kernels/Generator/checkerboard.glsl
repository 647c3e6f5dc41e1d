#include "Common/compose.glsl"
struct Parameters { float width; vec2 center; vec4 firstColor; vec4 secondColor; };
vec4 kernel(vec4 c, Parameters p) {
  vec2 cell = floor((position() - p.center * size()) / p.width);
  vec4 color = mod(cell.x + cell.y, 2.0) < 0.5 ? p.firstColor : p.secondColor;
  return composed(c, color, color.rgb);
}
