struct Parameters { float hue; };
vec4 kernel(vec4 c, Parameters p) {
  // Only the change of I and Q goes back to RGB: no turn is no change, however the matrices round. The matrix depends on the
  // parameter alone and is computed once for many pixels.
  float a = cos(radians(p.hue)) - 1.0, b = sin(radians(p.hue));
  mat3x2 toIQ = mat3x2(0.595716, 0.211456, -0.274453, -0.522591, -0.321263, 0.31135);
  mat2x3 toRGB = mat2x3(0.9563, -0.2721, -1.1070, 0.6210, -0.6474, 1.7046);
  mat3 change = toRGB * (mat2(a, -b, b, a) * toIQ);
  return vec4(c.rgb + change * c.rgb, c.a);
}
