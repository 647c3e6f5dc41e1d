#include "Common/planes.glsl"
struct Parameters { int planes; float scale; float delta; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  return chosen(p.planes, pixel(q), edges(q, 1.0) * p.scale + p.delta / 255.0);
}
