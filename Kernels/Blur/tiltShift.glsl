#include "Common/blended.glsl"
#include "Common/ramp.glsl"
struct Parameters { float topFocusLevel; float bottomFocusLevel; float focusFallOffRate; };
vec4 kernel(vec4 c, Parameters p) {
  float y = position().y / size().y;
  float share = 1.0 - ramp(p.topFocusLevel - p.focusFallOffRate, p.topFocusLevel, y)
    + ramp(p.bottomFocusLevel, p.bottomFocusLevel + p.focusFallOffRate, y);
  return blended(c, branch(), min(share, 1.0), c.rgb);
}
