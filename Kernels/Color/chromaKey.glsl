#include "Common/chroma.glsl"
#include "Common/ramp.glsl"
struct Parameters { float thresholdSensitivity; float smoothing; vec3 colorToReplace; };
vec4 kernel(vec4 c, Parameters p) {
  float away = length(chroma(c.rgb - p.colorToReplace));
  float kept = ramp(p.thresholdSensitivity, p.thresholdSensitivity + p.smoothing, away);
  return vec4(c.rgb, c.a * kept);
}
