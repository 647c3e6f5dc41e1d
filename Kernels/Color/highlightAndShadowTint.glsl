#include "Common/luminance.glsl"
struct Parameters { float shadowTintIntensity; float highlightTintIntensity; vec3 shadowTintColor; vec3 highlightTintColor; };
vec4 kernel(vec4 c, Parameters p) {
  float y = luminance(c.rgb);
  vec3 dark = mix(c.rgb, max(c.rgb, mix(p.shadowTintColor, c.rgb, y)), p.shadowTintIntensity);
  vec3 bright = mix(c.rgb, min(dark, mix(dark, p.highlightTintColor, y)), p.highlightTintIntensity);
  // Not `mix`, so that two equal colours give that colour exactly.
  return vec4(dark + (bright - dark) * y, c.a);
}
