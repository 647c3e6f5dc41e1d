vec4 kernel(vec2 at) {
  ivec2 q = 2 * ivec2(at);
  return vec4(pixel(q).r, pixel(q + ivec2(1, 0)).r, pixel(q + ivec2(0, 1)).r, pixel(q + ivec2(1, 1)).r);
}
