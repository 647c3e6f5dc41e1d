#include "Common/round.glsl"
#include "Common/ball.glsl"
struct Parameters { float radius; float refractiveIndex; vec2 center; };
vec4 kernel(vec2 at, Parameters p) {
  vec3 normal = ballNormal(fromCentre(at, p.center), p.radius);
  if (normal == vec3(0.0)) return vec4(0.0);
  vec3 ray = -2.0 * refract(vec3(0.0, 0.0, -1.0), normal, p.refractiveIndex);
  vec3 c = sampled((ray.xy + 1.0) * 0.5 * size()).rgb;
  // Lighter towards the rim, and a spot where light from the left, below, shines back.
  c += 2.5 * (1.0 - pow(clamp(normal.z, 0.0, 1.0), 0.25));
  c += 0.8 * pow(clamp(dot(normalize(vec3(-0.5, 0.5, 1.0)), normal), 0.0, 1.0), 15.0);
  return vec4(c, 1.0);
}
