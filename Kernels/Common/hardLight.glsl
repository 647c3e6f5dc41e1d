// Multiplies where `b` is dark, screens where it is bright.
vec3 hardLight(vec3 a, vec3 b) {
  vec3 product = 2.0 * a * b, screened = 1.0 - 2.0 * (1.0 - a) * (1.0 - b);
  return mix(product, screened, greaterThan(b, vec3(0.5)));
}
