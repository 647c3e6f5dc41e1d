struct Parameters { float angle; float saturation; float brightness; };
vec4 kernel(vec4 c, Parameters p) {
  vec2 d = c.gb - 128.0 / 255.0;
  float s = sin(p.angle) * p.saturation, k = cos(p.angle) * p.saturation;
  vec2 turned = vec2(d.x * k - d.y * s, d.x * s + d.y * k) + 128.0 / 255.0;
  return vec4(c.r + p.brightness * 0.1, turned, c.a);
}
