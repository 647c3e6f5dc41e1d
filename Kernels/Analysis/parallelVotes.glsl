// A vote in each column for where the pixel's line crosses it.
vec4 kernel(vec4 c) {
  if (c.r < 0.5) return c;
  ivec2 all = ivec2(size());
  vec2 at = position() / size() * 2.0 - 1.0;
  for (int x = 0; x < all.x; x++) {
    float u = (float(x) + 0.5) / size().x * 2.0 - 1.0;
    float v = mix(at.x, u < 0.0 ? -at.y : at.y, abs(u));
    count(min(int((v * 0.5 + 0.5) * size().y), all.y - 1) * all.x + x);
  }
  return c;
}
