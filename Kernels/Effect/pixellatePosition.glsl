#include "Common/cell.glsl"
struct Parameters { float fractionalWidthOfAPixel; vec2 center; float radius; };
vec4 kernel(vec2 at, Parameters p) {
  if (distance(at, p.center * size()) >= p.radius * size().x) return pixel(ivec2(at));
  return sampled(cellCentre(at, cellSide(p.fractionalWidthOfAPixel)));
}
