struct Parameters { vec2 displayTileSize; };
vec4 kernel(vec2 at, Parameters p) {
  vec2 tile = max(p.displayTileSize, vec2(1e-4)) * size();
  return pixel(ivec2(floor(at / tile) * tile));
}
