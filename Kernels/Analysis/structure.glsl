#include "Common/luminance.glsl"
#include "Common/gradient.glsl"
// The squares of luminance's derivatives and their product, held to what 8-bit textures would hold.
vec4 kernel(vec2 at) {
  vec2 g = gradient(ivec2(at), 1.0);
  return vec4(min(g * g, 1.0), clamp(g.x * g.y, -1.0, 1.0), 1.0);
}
