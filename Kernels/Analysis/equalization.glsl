#include "Common/luminance.glsl"
struct Parameters { int type; };
// The share of pixels between black and a value, by the sums of a row of bins.
float rank(int row, float value) {
  float place = clamp(value, 0.0, 1.0) * 255.0;
  int low = min(int(place), 254);
  float below = float(counted(row * 256 + low)), above = float(counted(row * 256 + low + 1));
  float first = float(counted(row * 256)), all = float(counted(row * 256 + 255));
  return (mix(below, above, place - float(low)) - first) / max(all, 1.0);
}
vec4 kernel(vec4 c, Parameters p) {
  vec3 r = c.rgb;
  if (p.type == 0 || p.type == 4) r.r = rank(0, c.r);
  if (p.type == 1 || p.type == 4) r.g = rank(1, c.g);
  if (p.type == 2 || p.type == 4) r.b = rank(2, c.b);
  if (p.type == 3) r += rank(3, luminance(c.rgb)) - luminance(c.rgb);
  return vec4(r, c.a);
}
