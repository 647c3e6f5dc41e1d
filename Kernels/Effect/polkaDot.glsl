#include "Common/cell.glsl"
struct Parameters { float fractionalWidthOfAPixel; float dotScaling; };
vec4 kernel(vec2 at, Parameters p) {
  float side = cellSide(p.fractionalWidthOfAPixel);
  vec2 middle = cellCentre(at, side);
  vec4 c = sampled(middle);
  return vec4(c.rgb * step(distance(at, middle), side * 0.5 * p.dotScaling), c.a);
}
