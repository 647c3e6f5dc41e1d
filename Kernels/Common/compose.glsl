// A blend of two straight colours: `both` where both are seen, elsewhere the one that is seen.
vec4 composed(vec4 under, vec4 over, vec3 both) {
  float onlyOver = over.a * (1.0 - under.a), onlyUnder = under.a * (1.0 - over.a), inBoth = over.a * under.a;
  float alpha = onlyOver + onlyUnder + inBoth;
  vec3 sum = over.rgb * onlyOver + under.rgb * onlyUnder + both * inBoth;
  return alpha > 0.0 ? vec4(sum / alpha, alpha) : under;
}
