#include "Common/luminance.glsl"
struct Parameters { int type; int downsamplingFactor; };
// Rows of 256: red, green, blue, luminance.
vec4 kernel(vec4 c, Parameters p) {
  ivec2 q = ivec2(position());
  if ((q.y * int(size().x) + q.x) % p.downsamplingFactor != 0) return c;
  uvec3 bin = uvec3(clamp(c.rgb, 0.0, 1.0) * 255.0 + 0.5);
  if (p.type == 0 || p.type == 4) count(bin.r);
  if (p.type == 1 || p.type == 4) count(256u + bin.g);
  if (p.type == 2 || p.type == 4) count(512u + bin.b);
  // Luminance is cut, not rounded; what 32 bits lack of a whole number is made up for.
  if (p.type == 3) count(768u + uint(clamp(luminance(c.rgb), 0.0, 1.0) * 255.0 + 0.001));
  return c;
}
