#include "Common/luminance.glsl"
#include "Common/gradient.glsl"
struct Parameters { float edgeStrength; float threshold; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  float a = pixel(q).a;
  return vec4(vec3(step(p.threshold, length(gradient(q, 2.0)) * p.edgeStrength) * a), a);
}
