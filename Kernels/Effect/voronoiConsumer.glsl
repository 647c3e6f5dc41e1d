#include "Common/voronoi.glsl"
vec4 kernel(vec2 at) {
  vec4 map = secondPixel(ivec2(at / size() * secondSize()));
  ivec3 code = ivec3(map.rgb * 255.0 + 0.5);
  ivec2 all = ivec2(secondSize());
  int unit = mapUnit(all), columns = mapColumns(all, unit);
  vec2 seed = (vec2(code.z % columns, code.z / columns) * 256.0 + vec2(code.xy) + 0.5) * float(unit);
  return pixel(map.a < 0.5 ? ivec2(at) : ivec2(min(seed, secondSize() - 0.5) / secondSize() * size()));
}
