vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  return pixel(ivec2(q.x, int(inputSize().y) - 1 - q.y));
}
