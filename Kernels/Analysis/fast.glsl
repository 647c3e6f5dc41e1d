#include "Common/luminance.glsl"
const ivec2 circle[16] = ivec2[](ivec2(0, -3), ivec2(1, -3), ivec2(2, -2), ivec2(3, -1), ivec2(3, 0),
  ivec2(3, 1), ivec2(2, 2), ivec2(1, 3), ivec2(0, 3), ivec2(-1, 3), ivec2(-2, 2), ivec2(-3, 1),
  ivec2(-3, 0), ivec2(-3, -1), ivec2(-2, -2), ivec2(-1, -3));
// By how much nine pixels of the circle in a row are all lighter, or all darker.
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  float middle = luminance(pixel(q).rgb), difference[16];
  for (int i = 0; i < 16; i++) difference[i] = luminance(pixel(q + circle[i]).rgb) - middle;
  float score = 0.0;
  for (int start = 0; start < 16; start++) {
    float least = difference[start], most = difference[start];
    for (int i = 1; i < 9; i++) {
      least = min(least, difference[(start + i) & 15]);
      most = max(most, difference[(start + i) & 15]);
    }
    score = max(score, max(least, -most));
  }
  return vec4(score);
}
