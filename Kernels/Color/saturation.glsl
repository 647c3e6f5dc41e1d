#include "Common/luminance.glsl"
struct Parameters { float saturation; };
vec4 kernel(vec4 c, Parameters p) {
  return vec4(c.rgb * p.saturation + luminance(c.rgb) * (1.0 - p.saturation), c.a);
}
