// Nine taps in a row around a place, GPUImage's weights.
vec4 nine(vec2 at, vec2 along) {
  const float weights[5] = float[](0.18, 0.15, 0.12, 0.09, 0.05);
  vec4 sum = weights[0] * sampled(at);
  for (int i = 1; i < 5; i++)
    sum += weights[i] * (sampled(at - float(i) * along) + sampled(at + float(i) * along));
  return sum;
}
