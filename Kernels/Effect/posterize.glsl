struct Parameters { float colorLevels; };
vec4 kernel(vec4 c, Parameters p) {
  return vec4(floor(c.rgb * p.colorLevels + 0.5) / p.colorLevels, c.a);
}
