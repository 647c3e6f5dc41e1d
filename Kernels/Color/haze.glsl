struct Parameters { float distance; float slope; };
vec4 kernel(vec4 c, Parameters p) {
  float d = position().y / size().y * p.slope + p.distance;
  return vec4((c.rgb - d) / (1.0 - d), c.a);
}
