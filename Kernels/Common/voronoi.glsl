// How places become colours: red and green count pixels to 255, blue blocks of 256 by 256 row by row. Where there are
// more than 256 blocks the unit is no pixel but two, four, … Up to 2048 columns this is GPUImage's rule.
int mapColumns(ivec2 size, int unit) { return max(8, (size.x + 256 * unit - 1) / (256 * unit)); }
int mapUnit(ivec2 size) {
  int unit = 1;
  while (mapColumns(size, unit) * ((size.y + 256 * unit - 1) / (256 * unit)) > 256) unit *= 2;
  return unit;
}
