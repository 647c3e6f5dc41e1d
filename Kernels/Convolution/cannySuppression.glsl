#include "Common/ramp.glsl"
struct Parameters { float lowerThreshold; float upperThreshold; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q);
  ivec2 way = ivec2(c.gb);
  bool isRidge = c.r >= max(pixel(q + way).r, pixel(q - way).r);
  return vec4(isRidge ? ramp(p.lowerThreshold, p.upperThreshold, c.r) : 0.0, 0.0, 0.0, c.a);
}
