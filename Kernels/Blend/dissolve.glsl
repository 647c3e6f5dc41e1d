struct Parameters { float mix; };
vec4 kernel(vec4 c, Parameters p) {
  vec4 over = input(1);
  float under = c.a * (1.0 - p.mix), alpha = under + over.a * p.mix;
  if (p.mix == 0.0 || alpha <= 0.0) return vec4(c.rgb, alpha);
  return vec4(c.rgb + (over.rgb - c.rgb) * (over.a * p.mix / alpha), alpha);
}
