struct Parameters { mat4 transform; };
vec4 kernel(vec2 at, Parameters p) {
  mat4 m = transpose(p.transform);
  if (m == mat4(1.0)) return pixel(ivec2(at));
  float shape = size().y / size().x;
  // Rows 1, 2 and 4 of the matrix are what becomes of x, y and 1.
  mat3 forward = mat3(m[0].xyw, m[1].xyw, m[3].xyw);
  if (abs(determinant(forward)) < 1e-12) return vec4(0.0, 0.0, 0.0, 1.0);
  vec2 n = 2.0 * at / size() - 1.0;
  vec3 from = inverse(forward) * vec3(n.x, n.y * shape, 1.0);
  vec2 place = from.xy / from.z * vec2(1.0, 1.0 / shape);
  // What lies behind the eye is not seen.
  if (from.z <= 0.0 || any(greaterThan(abs(place), vec2(1.0)))) return vec4(0.0, 0.0, 0.0, 1.0);
  return sampled((place + 1.0) * 0.5 * size());
}
