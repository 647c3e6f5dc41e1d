vec4 kernel(vec2 at) {
  vec2 t = at / size(), cell = vec2(1.0 / 200.0, 1.0 / 320.0);
  vec4 s = sampled(floor(t / cell) * cell * size());
  vec3 c = s.rgb / max(s.a, 1e-6), cyan = vec3(85.0 / 255.0, 1.0, 1.0), magenta = cyan.yxz;
  float black_d = length(c), white_d = distance(c, vec3(1.0));
  float cyan_d = distance(c, cyan), magenta_d = distance(c, magenta);
  float least = min(min(magenta_d, cyan_d), min(white_d, black_d));
  vec3 nearest = least == black_d ? vec3(0.0)
    : least == white_d ? vec3(1.0) : least == cyan_d ? cyan : magenta;
  float a = pixel(ivec2(at)).a;
  return vec4(nearest * a, a);
}
