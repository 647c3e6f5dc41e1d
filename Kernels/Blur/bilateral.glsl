struct Parameters { float distanceNormalizationFactor; int isVertical; };
vec4 kernel(vec2 at, Parameters p) {
  const float weights[5] = float[](0.18, 0.15, 0.12, 0.09, 0.05);
  ivec2 q = ivec2(at), along = p.isVertical != 0 ? ivec2(0, 1) : ivec2(1, 0);
  vec4 middle = pixel(q), sum = weights[0] * middle;
  float total = weights[0];
  for (int i = -4; i <= 4; i++) {
    if (i == 0) continue;
    vec4 c = pixel(q + i * along);
    float w = weights[abs(i)] * (1.0 - min(distance(c, middle) * p.distanceNormalizationFactor, 1.0));
    sum += w * c;
    total += w;
  }
  return sum / total;
}
