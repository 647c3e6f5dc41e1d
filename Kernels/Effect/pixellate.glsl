#include "Common/cell.glsl"
struct Parameters { float fractionalWidthOfAPixel; };
vec4 kernel(vec2 at, Parameters p) {
  return sampled(cellCentre(at, cellSide(p.fractionalWidthOfAPixel)));
}
