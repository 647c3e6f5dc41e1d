#include "Common/nine.glsl"
struct Parameters { float blurSize; float blurAngle; };
vec4 kernel(vec2 at, Parameters p) {
  float angle = radians(p.blurAngle);
  return nine(at, vec2(cos(angle), sin(angle)) * p.blurSize);
}
