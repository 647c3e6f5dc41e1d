#include "Common/power.glsl"
struct Parameters { vec3 minimum; vec3 middle; vec3 maximum; vec3 minOutput; vec3 maxOutput; };
vec4 kernel(vec4 c, Parameters p) {
  vec3 x = (c.rgb - p.minimum) / max(p.maximum - p.minimum, 1e-6);
  // Values that came in from outside 0…1 may leave as far outside: the identity keeps them.
  x = clamp(x, min(vec3(0.0), c.rgb), max(vec3(1.0), c.rgb));
  if (p.middle != vec3(1.0)) {
    vec3 inside = clamp(x, 0.0, 1.0);
    x += signedPower(inside, 1.0 / p.middle) - inside;
  }
  return vec4(mix(p.minOutput, p.maxOutput, x), c.a);
}
