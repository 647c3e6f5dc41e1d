vec3 cell(ivec3 i, int side) {
  int index = i.r + (i.g + i.b * side) * side, width = int(secondSize().x);
  return secondPixel(ivec2(index % width, index / width)).rgb;
}
vec4 kernel(vec4 c) {
  float level = floor(pow(secondSize().x, 1.0 / 3.0) + 0.5);
  int side = int(level * level);
  vec3 at = clamp(c.rgb, 0.0, 1.0) * float(side - 1);
  ivec3 i = ivec3(min(floor(at), vec3(float(max(side - 2, 0)))));
  vec3 f = at - vec3(i);
  // From the cell's dark corner to its bright one, along the axes in the order of their shares.
  bool rg = f.r >= f.g, rb = f.r >= f.b, gb = f.g >= f.b;
  ivec3 first = rg ? (rb ? ivec3(1, 0, 0) : ivec3(0, 0, 1)) : (gb ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
  ivec3 last = gb ? (rb ? ivec3(0, 0, 1) : ivec3(1, 0, 0)) : (rg ? ivec3(0, 1, 0) : ivec3(1, 0, 0));
  float high = max(f.r, max(f.g, f.b)), low = min(f.r, min(f.g, f.b));
  float middle = max(min(f.r, f.g), min(max(f.r, f.g), f.b));
  vec3 found = cell(i, side) * (1.0 - high) + cell(i + first, side) * (high - middle)
             + cell(i + 1 - last, side) * (middle - low) + cell(i + 1, side) * low;
  return vec4(found, c.a);
}
