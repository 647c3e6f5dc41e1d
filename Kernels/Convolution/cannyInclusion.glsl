// Weak pixels stay where there is enough around them.
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q);
  float sum = 0.0;
  for (int i = 0; i < 9; i++) sum += pixel(q + ivec2(i % 3, i / 3) - 1).r;
  return vec4(vec3(sum >= 1.5 && c.r >= 0.01 ? 1.0 : 0.0), c.a);
}
