#include "Common/blended.glsl"
#include "Common/chroma.glsl"
#include "Common/ramp.glsl"
struct Parameters { float thresholdSensitivity; float smoothing; vec3 colorToReplace; };
vec4 kernel(vec4 c, Parameters p) {
  float away = length(chroma(c.rgb - p.colorToReplace));
  float kept = ramp(p.thresholdSensitivity, p.thresholdSensitivity + p.smoothing, away);
  return kept == 1.0 ? c : blended(input(1), c, kept, c.rgb);
}
