#include "Common/luminance.glsl"
struct Parameters { float thresholdMultiplier; };
vec4 kernel(vec4 c, Parameters p) {
  float sum = 0.0;
  for (int i = 0; i < 16; i += 2) sum += float(counted(i + 1)) * 256.0 + float(counted(i)) / 16777216.0;
  float mean = sum / (size().x * size().y);
  // What is as light as the mean is white, also where 32 bits make it a hair darker.
  return vec4(vec3(step(p.thresholdMultiplier * mean - 1e-6, luminance(c.rgb))), c.a);
}
