struct Parameters { float mix; };
vec4 kernel(vec4 c, Parameters p) {
  vec4 over = input(1);
  over.a *= p.mix;
  float under = c.a * (1.0 - over.a);
  float alpha = over.a + under;
  return alpha > 0.0 ? vec4((over.rgb * over.a + c.rgb * under) / alpha, alpha) : c;
}
