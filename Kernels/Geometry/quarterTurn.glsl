struct Parameters { int turns; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = (p.turns & 1) != 0 ? ivec2(at).yx : ivec2(at);
  ivec2 mirrored = ivec2(inputSize()) - 1 - q;
  bool flipsY = p.turns == 1 || p.turns == 2;
  return pixel(ivec2(p.turns >= 2 ? mirrored.x : q.x, flipsY ? mirrored.y : q.y));
}
