struct Parameters { int width; int height; float angle; vec4 fill; int isBilinear; };
vec4 kernel(vec2 at, Parameters p) {
  vec2 d = at - 0.5 * vec2(size());
  float s = sin(p.angle), k = cos(p.angle);
  vec2 from = vec2(d.x * k + d.y * s, d.y * k - d.x * s) + 0.5 * vec2(inputSize());
  // The picture reaches a pixel beyond its edge, which the edge's colour fills, so that turned edges are whole; a thousandth makes
  // up for the sine's rounding.
  vec2 corner = floor(from - 0.5 + 0.001);
  if (any(lessThan(corner, vec2(-1.0))) || any(greaterThan(corner, vec2(inputSize())))) return p.fill;
  return p.isBilinear != 0 ? sampled(from) : pixel(ivec2(corner));
}
