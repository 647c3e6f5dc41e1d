struct Parameters { int measure; float sensitivity; };
vec4 kernel(vec4 s, Parameters p) {
  float trace = s.x + s.y, determinant_ = s.x * s.y - s.z * s.z, value;
  if (p.measure == 0) value = determinant_ - 0.04 * trace * trace;
  else if (p.measure == 1) value = trace > 0.0 ? determinant_ / trace : 0.0;
  else value = trace - sqrt((s.x - s.y) * (s.x - s.y) + 4.0 * s.z * s.z);
  return vec4(clamp(value * p.sensitivity, 0.0, 1.0));
}
