struct Parameters { float shadows; float highlights; };
// What is left of a tone curve whose two powers are e and 2·e.
float lift(float x, float e, float share) {
  float y = x > 0.0 ? pow(x, e) : 0.0;
  return y - share * y * y - x;
}
vec4 kernel(vec4 c, Parameters p) {
  float l = clamp(dot(c.rgb, vec3(0.3)), 0.0, 1.0);
  float shadow = clamp(lift(l, 1.0 / (p.shadows + 1.0), 0.76), 0.0, 1.0);
  float highlight = clamp(-lift(1.0 - l, 1.0 / (2.0 - p.highlights), 0.8), -1.0, 0.0);
  return vec4(c.rgb + c.rgb * ((shadow + highlight) / max(l, 1e-6)), c.a);
}
