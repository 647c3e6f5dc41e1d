struct Parameters { int count; int stride; int isVertical; int isMinimum; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at), along = p.stride * (p.isVertical != 0 ? ivec2(0, 1) : ivec2(1, 0));
  vec4 most = pixel(q);
  for (int i = 1; i <= p.count; i++) {
    vec4 a = pixel(q - i * along), b = pixel(q + i * along);
    most = p.isMinimum != 0 ? min(most, min(a, b)) : max(most, max(a, b));
  }
  return most;
}
