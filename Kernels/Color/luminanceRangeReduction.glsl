#include "Common/luminance.glsl"
struct Parameters { float rangeReductionFactor; };
vec4 kernel(vec4 c, Parameters p) {
  return vec4(c.rgb + (0.5 - luminance(c.rgb)) * p.rangeReductionFactor, c.a);
}
