struct Parameters { float strength; };
vec4 kernel(vec4 c, Parameters p) {
  vec4 low = mix(c, previous(), p.strength);
  remember(low);
  return vec4(abs(c.rgb - low.rgb), c.a);
}
