// Two pictures mixed by their alphas: the colours of DissolveBlend.
vec4 dissolved(vec4 c, vec4 over, float share) {
  float under = c.a * (1.0 - share), alpha = under + over.a * share;
  if (share == 0.0 || alpha <= 0.0) return vec4(c.rgb, alpha);
  return vec4(c.rgb + (over.rgb - c.rgb) * (over.a * share / alpha), alpha);
}
