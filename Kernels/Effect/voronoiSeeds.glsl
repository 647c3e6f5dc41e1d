#include "Common/luminance.glsl"
struct Parameters { float threshold; };
// The place of a seed, or nothing.
vec4 kernel(vec4 c, Parameters p) {
  return c.a >= 0.5 && luminance(c.rgb) >= p.threshold ? vec4(position() - 0.5, 0.0, 1.0) : vec4(0.0);
}
