#include "Common/compose.glsl"
#include "Common/hardLight.glsl"
vec4 kernel(vec4 c) {
  vec4 over = input(1);
  return composed(c, over, hardLight(over.rgb, c.rgb));
}
