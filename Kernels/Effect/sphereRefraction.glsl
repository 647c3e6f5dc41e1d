#include "Common/round.glsl"
#include "Common/ball.glsl"
struct Parameters { float radius; float refractiveIndex; vec2 center; };
vec4 kernel(vec2 at, Parameters p) {
  vec3 normal = ballNormal(fromCentre(at, p.center), p.radius);
  if (normal == vec3(0.0)) return vec4(0.0);
  vec3 ray = refract(vec3(0.0, 0.0, -1.0), normal, p.refractiveIndex);
  return sampled((ray.xy + 1.0) * 0.5 * size());
}
