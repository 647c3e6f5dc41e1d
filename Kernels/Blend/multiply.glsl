vec4 kernel(vec4 c) {
  vec4 over = input(1);
  float onlyOver = over.a * (1.0 - c.a), onlyUnder = c.a * (1.0 - over.a), both = over.a * c.a;
  float alpha = onlyOver + onlyUnder + both;
  vec3 sum = over.rgb * onlyOver + c.rgb * onlyUnder + over.rgb * c.rgb * both;
  return alpha > 0.0 ? vec4(sum / alpha, alpha) : c;
}
