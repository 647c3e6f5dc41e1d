// Luminosity and saturation of the non-separable blend modes (W3C Compositing and Blending Level 1).
float lightness(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }
float colorfulness(vec3 c) { return max(c.r, max(c.g, c.b)) - min(c.r, min(c.g, c.b)); }
// `c` at another luminosity, drawn towards grey as far as it must be to lie in 0…1.
vec3 atLightness(vec3 c, float l) {
  vec3 moved = c + l - lightness(c);
  float low = min(moved.r, min(moved.g, moved.b)), high = max(moved.r, max(moved.g, moved.b));
  if (low < 0.0) moved = l + (moved - l) * (l / max(l - low, 1e-6));
  if (high > 1.0) moved = l + (moved - l) * ((1.0 - l) / max(high - l, 1e-6));
  return moved;
}
// `c` with its channels spread over another saturation, the least at 0.
vec3 atColorfulness(vec3 c, float s) {
  float spread = colorfulness(c);
  return spread > 0.0 ? (c - min(c.r, min(c.g, c.b))) * (s / spread) : vec3(0.0);
}
