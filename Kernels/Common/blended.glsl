// A mixture of two pixels in which colours count by their alpha; `hidden` is the colour where there is none.
vec4 blended(vec4 a, vec4 b, float share, vec3 hidden) {
  vec4 c = mix(vec4(a.rgb * a.a, a.a), vec4(b.rgb * b.a, b.a), share);
  return c.a > 0.0 ? vec4(c.rgb / c.a, c.a) : vec4(hidden, c.a);
}
