struct Parameters { int width; int height; int x; int y; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 spare = ivec2(inputSize()) - ivec2(size());
  ivec2 corner = ivec2(p.x < 0 ? spare.x / 2 : p.x, p.y < 0 ? spare.y / 2 : p.y);
  return pixel(ivec2(at) + corner);
}
