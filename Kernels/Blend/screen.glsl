#include "Common/compose.glsl"
vec4 kernel(vec4 c) {
  vec4 over = input(1);
  return composed(c, over, c.rgb + over.rgb - c.rgb * over.rgb);
}
