// smoothstep that is a step, not undefined, where its edges meet or cross.
float ramp(float low, float high, float x) {
  float t = clamp((x - low) / max(high - low, 1e-6), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}
