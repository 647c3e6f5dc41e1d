#include "Common/luminance.glsl"
struct Parameters { float thresholdMultiplier; };
vec4 kernel(vec4 c, Parameters p) {
  float sum = 0.0;
  for (int i = 0; i < 16; i++) sum += float(counted(i));
  float mean = sum / (255.0 * size().x * size().y);
  return vec4(vec3(step(p.thresholdMultiplier * mean, luminance(c.rgb))), c.a);
}
