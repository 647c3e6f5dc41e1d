#include "Common/nine.glsl"
#include "Common/round.glsl"
struct Parameters { float blurSize; vec2 blurCenter; float blurRadius; int isVertical; };
vec4 kernel(vec2 at, Parameters p) {
  if (length(fromCentre(at, p.blurCenter)) >= p.blurRadius) return pixel(ivec2(at));
  return nine(at, (p.isVertical != 0 ? vec2(0.0, 1.0) : vec2(1.0, 0.0)) * p.blurSize);
}
