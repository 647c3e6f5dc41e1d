#include "Common/luminance.glsl"
struct Parameters { float intensity; vec3 color; };
// GPUImage's overlay of a colour on the luminance y: 2·y·k in the dark half, 1 - 2·(1 - y)·(1 - k) in the bright one, both of
// them straight lines in y; written so that what depends on the parameters alone is computed once for many pixels.
vec4 kernel(vec4 c, Parameters p) {
  float y = luminance(c.rgb);
  vec3 dark = 2.0 * p.color * p.intensity, rise = 2.0 * p.intensity * (1.0 - p.color);
  vec3 toned = y < 0.5 ? dark * y : rise * y + (dark - p.intensity);
  return vec4(c.rgb * (1.0 - p.intensity) + toned, c.a);
}
