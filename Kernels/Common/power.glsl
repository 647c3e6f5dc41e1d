// |c| to the power of e, with the sign of c; finite for every c and every e from 0 on.
vec3 signedPower(vec3 c, vec3 e) {
  vec3 m = exp2(e * log2(max(abs(c), 1e-30)));
  return mix(m, -m, lessThan(c, vec3(0.0)));
}
