#include "Common/luminance.glsl"
#include "Common/gradient.glsl"
struct Parameters { float edgeStrength; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  return vec4(vec3(length(gradient(q, 2.0)) * p.edgeStrength), pixel(q).a);
}
