#include "Common/compose.glsl"
struct Parameters { float radius; vec2 center; vec4 circleColor; vec4 backgroundColor; };
vec4 kernel(vec4 c, Parameters p) {
  float away = length(position() - p.center * size()) / size().x;
  vec4 color = away < p.radius ? p.circleColor : p.backgroundColor;
  return composed(c, color, color.rgb);
}
