// A vote for each line through an edge's pixel: 180 directions, distances from the corner in steps of 2 pixels.
vec4 kernel(vec4 c) {
  if (branch().r < 0.5) return c;
  int reach = (int(size().x) + int(size().y)) / 2 + 2;
  for (int i = 0; i < 180; i++) {
    float angle = radians(float(i)), d = dot(position(), vec2(cos(angle), sin(angle)));
    count(i * (2 * reach + 1) + reach + int(floor(d * 0.5 + 0.5)));
  }
  return c;
}
