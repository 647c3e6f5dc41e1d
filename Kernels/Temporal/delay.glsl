vec4 kernel(vec4 c) {
  remember(c);
  return previous();
}
