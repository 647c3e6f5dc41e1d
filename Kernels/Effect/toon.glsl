#include "Common/luminance.glsl"
#include "Common/gradient.glsl"
struct Parameters { float threshold; float quantizationLevels; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q);
  vec3 color = c.rgb / max(c.a, 1e-6);
  vec3 flat_color = floor(color * p.quantizationLevels + 0.5) / p.quantizationLevels;
  return vec4(flat_color * (1.0 - step(p.threshold, length(gradient(q, 2.0)))) * c.a, c.a);
}
