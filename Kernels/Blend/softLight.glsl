#include "Common/compose.glsl"
vec4 kernel(vec4 c) {
  vec4 over = input(1);
  return composed(c, over, c.rgb * (c.rgb + 2.0 * over.rgb * (1.0 - c.rgb)));
}
