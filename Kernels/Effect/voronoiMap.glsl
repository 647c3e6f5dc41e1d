#include "Common/voronoi.glsl"
vec4 kernel(vec4 seed) {
  ivec2 all = ivec2(size());
  int unit = mapUnit(all);
  ivec2 place = ivec2(seed.xy) / unit, block = place >> 8;
  return seed.w > 0.0 ? vec4(place & 255, block.y * mapColumns(all, unit) + block.x, 255) / 255.0 : vec4(0.0);
}
