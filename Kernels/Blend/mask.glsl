vec4 kernel(vec4 c) {
  vec4 mask = input(1);
  return vec4(c.rgb, c.a * dot(mask.rgb, vec3(1.0 / 3.0)) * mask.a);
}
