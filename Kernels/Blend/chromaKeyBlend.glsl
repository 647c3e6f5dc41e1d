#include "Common/chroma.glsl"
#include "Common/dissolve.glsl"
#include "Common/ramp.glsl"
struct Parameters { float thresholdSensitivity; float smoothing; vec3 colorToReplace; };
vec4 kernel(vec4 c, Parameters p) {
  float away = length(chroma(c.rgb - p.colorToReplace));
  return dissolved(c, input(1), 1.0 - ramp(p.thresholdSensitivity, p.thresholdSensitivity + p.smoothing, away));
}
