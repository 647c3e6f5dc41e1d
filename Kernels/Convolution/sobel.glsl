#include "Common/luminance.glsl"
struct Parameters { float edgeStrength; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  float tl = luminance(pixel(q + ivec2(-1, -1)).rgb), t = luminance(pixel(q + ivec2(0, -1)).rgb);
  float tr = luminance(pixel(q + ivec2(1, -1)).rgb), l = luminance(pixel(q + ivec2(-1, 0)).rgb);
  float r = luminance(pixel(q + ivec2(1, 0)).rgb), bl = luminance(pixel(q + ivec2(-1, 1)).rgb);
  float b = luminance(pixel(q + ivec2(0, 1)).rgb), br = luminance(pixel(q + ivec2(1, 1)).rgb);
  float across = (tr - tl) + 2.0 * (r - l) + (br - bl);
  float down = (bl - tl) + 2.0 * (b - t) + (br - tr);
  return vec4(vec3(length(vec2(across, down)) * p.edgeStrength), pixel(q).a);
}
