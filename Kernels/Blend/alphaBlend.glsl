#include "Common/compose.glsl"
struct Parameters { float mix; };
vec4 kernel(vec4 c, Parameters p) {
  vec4 over = input(1);
  over.a *= p.mix;
  return composed(c, over, over.rgb);
}
