struct Parameters { float vibrance; };
vec4 kernel(vec4 c, Parameters p) {
  float most = max(c.r, max(c.g, c.b));
  float amount = (most - dot(c.rgb, vec3(1.0 / 3.0))) * -3.0 * p.vibrance;
  return vec4(mix(c.rgb, vec3(most), amount), c.a);
}
