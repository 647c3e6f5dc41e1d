struct Parameters { int width; int height; int x; int y; vec4 color; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 spare = ivec2(size()) - ivec2(inputSize());
  ivec2 corner = ivec2(p.x < 0 ? spare.x / 2 : p.x, p.y < 0 ? spare.y / 2 : p.y);
  ivec2 q = ivec2(at) - corner;
  bool inside = all(greaterThanEqual(q, ivec2(0))) && all(lessThan(q, ivec2(inputSize())));
  return inside ? pixel(q) : p.color;
}
