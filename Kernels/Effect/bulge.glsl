#include "Common/round.glsl"
struct Parameters { float radius; float scale; vec2 center; };
vec4 kernel(vec2 at, Parameters p) {
  float d = length(fromCentre(at, p.center));
  if (d >= p.radius || p.scale == 0.0) return pixel(ivec2(at));
  float share = 1.0 - (p.radius - d) / p.radius * p.scale;
  return sampled(mix(p.center * size(), at, share * share));
}
