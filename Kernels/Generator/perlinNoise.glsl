#include "Common/blended.glsl"
#include "Common/compose.glsl"
struct Parameters { vec4 colorStart; vec4 colorFinish; float scale; };
// A pseudo-random order of 0 to 288; exact in 32 bits up to twice that.
float permuted(float x) { return mod((34.0 * x + 1.0) * x, 289.0); }
// What the gradient of a corner adds at a place `d` away from it.
float slope(vec2 corner, vec2 d) {
  float turn = fract(permuted(permuted(corner.x) + corner.y) / 41.0) * 6.28318531;
  return dot(vec2(cos(turn), sin(turn)), d);
}
vec4 kernel(vec4 c, Parameters p) {
  vec2 at = position() / size() * p.scale, f = fract(at), low = mod(floor(at), 289.0), high = mod(low + 1.0, 289.0);
  vec2 lead = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  float above = mix(slope(low, f), slope(vec2(high.x, low.y), f - vec2(1.0, 0.0)), lead.x);
  float below = mix(slope(vec2(low.x, high.y), f - vec2(0.0, 1.0)), slope(high, f - 1.0), lead.x);
  // Gradients of length 1 reach √½ between four corners.
  float noise = clamp(mix(above, below, lead.y) * 1.41421356, -1.0, 1.0);
  vec4 color = blended(p.colorStart, p.colorFinish, noise * 0.5 + 0.5, p.colorStart.rgb);
  return composed(c, color, color.rgb);
}
