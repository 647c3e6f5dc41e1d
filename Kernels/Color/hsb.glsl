struct Parameters { float hue; float saturation; float brightness; };
vec4 kernel(vec4 c, Parameters p) {
  const vec3 weights = vec3(0.3, 0.59, 0.11);
  float y = dot(c.rgb, weights), angle = radians(p.hue);
  vec3 turned = c.rgb;
  if (p.hue != 0.0) {
    // Rodrigues' rotation of what stands upright on the grey axis.
    vec3 upright = c.rgb - dot(c.rgb, vec3(1.0 / 3.0));
    turned = upright * cos(angle) + (upright.brg - upright.gbr) * (0.57735027 * sin(angle));
    turned += y - dot(turned, weights);
  }
  return vec4((y + (turned - y) * p.saturation) * p.brightness, c.a);
}
