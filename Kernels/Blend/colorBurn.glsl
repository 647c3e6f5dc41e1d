#include "Common/compose.glsl"
vec4 kernel(vec4 c) {
  vec4 over = input(1);
  vec3 burnt = 1.0 - min((1.0 - c.rgb) / max(over.rgb, 1e-6), 1.0);
  return composed(c, over, burnt);
}
