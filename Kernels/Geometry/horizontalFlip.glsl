vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  return pixel(ivec2(int(inputSize().x) - 1 - q.x, q.y));
}
