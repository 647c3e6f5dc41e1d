#include "Common/largest.glsl"
struct Parameters { float threshold; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  float c = pixel(q).r;
  return vec4(c > 0.0 && c >= p.threshold && isLargest(q) ? 1.0 : 0.0);
}
