#include "Common/luminance.glsl"
struct Parameters { float intensity; vec3 color; };
vec4 kernel(vec4 c, Parameters p) {
  float y = luminance(c.rgb);
  vec3 toned = y < 0.5 ? 2.0 * y * p.color : 1.0 - 2.0 * (1.0 - y) * (1.0 - p.color);
  return vec4(mix(c.rgb, toned, p.intensity), c.a);
}
