#include "Common/blended.glsl"
#include "Common/ramp.glsl"
struct Parameters { vec2 excludeCirclePoint; float excludeCircleRadius; float excludeBlurSize; };
vec4 kernel(vec4 c, Parameters p) {
  float d = length(position() - p.excludeCirclePoint * size()) / size().x;
  float share = ramp(p.excludeCircleRadius - p.excludeBlurSize, p.excludeCircleRadius, d);
  return blended(c, branch(), share, c.rgb);
}
