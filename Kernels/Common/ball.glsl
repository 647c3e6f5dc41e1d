// A ball's surface normal towards the viewer, for a place beside its centre; 0 outside.
vec3 ballNormal(vec2 beside, float radius) {
  float d = length(beside) / max(radius, 1e-6);
  return d > 1.0 ? vec3(0.0) : normalize(vec3(beside, radius * sqrt(1.0 - d * d) + 1e-6));
}
