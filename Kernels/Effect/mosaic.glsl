struct Parameters { vec2 inputTileSize; vec2 displayTileSize; float numTiles; int colorOn; };
vec4 kernel(vec4 c, Parameters p) {
  vec2 tile = max(p.displayTileSize, vec2(1e-4)), part = max(p.inputTileSize, vec2(1e-4));
  vec2 inside = fract(position() / size() / tile);
  // Tiles are numbered by their darkness; white is the first.
  float dark = clamp(1.0 - dot(c.rgb, vec3(0.299, 0.587, 0.114)), 0.0, 1.0);
  float number = floor(min(dark * p.numTiles + 1e-4, p.numTiles - 1.0)), columns = max(floor(1.0 / part.x + 1e-4), 1.0);
  vec2 start = vec2(mod(number, columns), floor(number / columns)) * part;
  vec4 t = secondPixel(ivec2((start + inside * part) * secondSize()));
  return vec4(p.colorOn != 0 ? t.rgb * c.rgb : t.rgb, c.a);
}
