struct Parameters { float mix; };
vec4 kernel(vec4 c, Parameters p) {
  vec4 over = input(1);
  return vec4(mix(c.rgb, over.rgb, over.a * p.mix), c.a);
}
