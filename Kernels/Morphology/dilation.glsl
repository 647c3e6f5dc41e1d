struct Parameters { int radius; int isVertical; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  ivec2 along = p.isVertical != 0 ? ivec2(0, 1) : ivec2(1, 0);
  vec4 highest = pixel(q);
  for (int i = 1; i <= p.radius; i++) {
    highest = max(highest, max(pixel(q - i * along), pixel(q + i * along)));
  }
  return highest;
}
