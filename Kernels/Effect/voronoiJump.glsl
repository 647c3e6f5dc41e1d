struct Parameters { int reach; };
// The nearest of the seeds that nine pixels know of.
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  vec4 nearest = vec4(0.0);
  int least = 0x7FFFFFFF;
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) {
      vec4 seed = pixel(q + p.reach * ivec2(x, y));
      ivec2 away = ivec2(seed.xy) - q;
      int square = away.x * away.x + away.y * away.y;
      if (seed.w > 0.0 && square < least) { nearest = seed; least = square; }
    }
  }
  return nearest;
}
