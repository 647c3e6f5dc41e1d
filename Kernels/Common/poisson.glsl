// One step of Jacobi's iteration: from what surrounds a pixel the second picture's gradients lead back to it, as far as
// it is seen there. Colours are multiplied by their alpha, in and out.
vec4 poisson(ivec2 q, float share) {
  const ivec2 ways[4] = ivec2[](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
  vec4 c = pixel(q), under = vec4(0.0), o = inputAt(q), over = vec4(0.0);
  for (int i = 0; i < 4; i++) {
    vec4 side = inputAt(q + ways[i]);
    under += pixel(q + ways[i]);
    over += vec4(side.rgb * side.a, side.a);
  }
  vec3 own = c.a > 0.0 ? c.rgb / c.a : vec3(0.0);
  vec3 around = under.a > 0.0 ? under.rgb / under.a : own;
  vec3 step_ = over.a > 0.0 ? o.rgb - over.rgb / over.a : vec3(0.0);
  return vec4(mix(own, around + step_, o.a * share) * c.a, c.a);
}
