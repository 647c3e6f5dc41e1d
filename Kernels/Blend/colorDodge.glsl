#include "Common/compose.glsl"
vec4 kernel(vec4 c) {
  vec4 over = input(1);
  vec3 dodged = min(c.rgb / max(1.0 - over.rgb, 1e-6), 1.0);
  return composed(c, over, dodged);
}
