struct Parameters { vec2 center; };
vec4 kernel(vec2 at, Parameters p) {
  vec2 n = 2.0 * (at / size() - p.center);
  vec2 far = abs(n);
  far = 0.5 * far + 0.5 * smoothstep(0.25, 0.5, far) * far;
  return sampled((sign(n) * far * 0.5 + p.center) * size());
}
