struct Parameters { int x; int y; int isPremultiplied; };
vec4 kernel(vec4 c, Parameters p) {
  ivec2 q = ivec2(position()) - ivec2(p.x, p.y);
  if (any(lessThan(q, ivec2(0))) || any(greaterThanEqual(q, ivec2(secondSize())))) return c;
  vec4 over = secondPixel(q);
  float under = c.a * (1.0 - over.a), alpha = over.a + under;
  vec3 colour = p.isPremultiplied != 0 ? over.rgb : over.rgb * over.a;
  return alpha > 0.0 ? vec4((colour + c.rgb * under) / alpha, alpha) : c;
}
