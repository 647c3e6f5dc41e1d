vec4 kernel(vec4 c) {
  ivec2 q = ivec2(position());
  if (branch().r > 0.5) mark(q.y * int(size().x) + q.x);
  return c;
}
