vec4 kernel(vec4 c) {
  ivec2 q = ivec2(position());
  float votes = float(counted(q.y * int(size().x) + q.x));
  return vec4(vec3(votes / max(size().x, size().y)), c.a);
}
