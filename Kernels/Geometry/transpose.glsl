struct Parameters { int dir; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at).yx;
  ivec2 mirrored = ivec2(inputSize()) - 1 - q;
  return pixel(ivec2(p.dir >= 2 ? mirrored.x : q.x, (p.dir & 1) != 0 ? mirrored.y : q.y));
}
