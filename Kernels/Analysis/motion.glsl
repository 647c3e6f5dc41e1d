vec4 kernel(vec4 c) {
  if (distance(c.rgb, branch().rgb) < 0.2) return vec4(0.0);
  return vec4(position() / size(), 1.0, 1.0);
}
