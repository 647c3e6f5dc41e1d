#include "Common/planes.glsl"
struct Parameters { int radius; int planes; int radiusV; float percentile; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at), reach = ivec2(p.radius, p.radiusV == 0 ? p.radius : p.radiusV);
  float rank = floor(float((2 * reach.x + 1) * (2 * reach.y + 1) - 1) * p.percentile);
  // Halves the range in which the value of that rank lies, to a sixteenth of an 8-bit code.
  vec4 low = vec4(-1.0 / 8192.0), high = vec4(1.0 + 1.0 / 8192.0);
  for (int i = 0; i < 12; i++) {
    vec4 middle = (low + high) * 0.5, below = vec4(0.0);
    for (int y = -reach.y; y <= reach.y; y++)
      for (int x = -reach.x; x <= reach.x; x++)
        below += vec4(lessThanEqual(near(q, ivec2(x, y)), middle));
    bvec4 isHigh = greaterThan(below, vec4(rank));
    high = mix(high, middle, isHigh);
    low = mix(middle, low, isHigh);
  }
  return chosen(p.planes, pixel(q), (low + high) * 0.5);
}
