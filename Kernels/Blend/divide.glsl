#include "Common/compose.glsl"
vec4 kernel(vec4 c) {
  vec4 over = input(1);
  vec3 quotient = min(c.rgb / max(over.rgb, 1e-6), 1.0);
  return composed(c, over, quotient);
}
