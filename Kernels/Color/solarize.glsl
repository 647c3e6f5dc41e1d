#include "Common/luminance.glsl"
struct Parameters { float threshold; };
vec4 kernel(vec4 c, Parameters p) {
  return luminance(c.rgb) <= p.threshold ? vec4(1.0 - c.rgb, c.a) : c;
}
