#include "Common/compose.glsl"
#include "Common/separate.glsl"
vec4 kernel(vec4 c) {
  vec4 over = input(1);
  return composed(c, over, atLightness(atColorfulness(c.rgb, colorfulness(over.rgb)), lightness(c.rgb)));
}
