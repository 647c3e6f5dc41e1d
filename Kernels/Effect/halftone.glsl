#include "Common/luminance.glsl"
#include "Common/cell.glsl"
struct Parameters { float fractionalWidthOfAPixel; };
vec4 kernel(vec2 at, Parameters p) {
  float side = cellSide(p.fractionalWidthOfAPixel), a = pixel(ivec2(at)).a;
  vec2 middle = cellCentre(at, side);
  vec4 c = sampled(middle);
  float ink = 1.0 - luminance(c.rgb / max(c.a, 1e-6));
  return vec4(vec3(1.0 - step(distance(at, middle), side * 0.5 * ink)) * a, a);
}
