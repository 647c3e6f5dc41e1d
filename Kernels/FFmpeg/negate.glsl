struct Parameters { int negate_alpha; };
vec4 kernel(vec4 c, Parameters p) {
  return vec4(1.0 - c.rgb, p.negate_alpha != 0 ? 1.0 - c.a : c.a);
}
