#include "Common/ramp.glsl"
struct Parameters { float thresholdSensitivity; float smoothing; vec3 colorToReplace; };
vec4 kernel(vec4 c, Parameters p) {
  // Chroma is linear in the colour: that of the difference is the difference of chromas.
  vec3 d = c.rgb - p.colorToReplace;
  float y = dot(d, vec3(0.2989, 0.5866, 0.1145));
  float away = length(vec2(0.7132 * (d.r - y), 0.5647 * (d.b - y)));
  float kept = ramp(p.thresholdSensitivity, p.thresholdSensitivity + p.smoothing, away);
  return vec4(c.rgb, c.a * kept);
}
