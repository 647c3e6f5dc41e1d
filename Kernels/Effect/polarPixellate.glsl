struct Parameters { vec2 pixelSize; vec2 center; };
vec4 kernel(vec2 at, Parameters p) {
  vec2 n = 2.0 * (at / size() - p.center), cell = max(p.pixelSize, vec2(1e-4));
  float r = length(n), phi = dot(n, n) > 0.0 ? atan(n.y, n.x) : 0.0;
  r = floor(r / cell.x) * cell.x + 0.03;
  phi = floor(phi / cell.y) * cell.y;
  return sampled((vec2(cos(phi), sin(phi)) * r * 0.5 + p.center) * size());
}
