#include "Common/luminance.glsl"
struct Parameters { float saturation; };
vec4 kernel(vec4 c, Parameters p) {
  return vec4(mix(vec3(luminance(c.rgb)), c.rgb, p.saturation), c.a);
}
