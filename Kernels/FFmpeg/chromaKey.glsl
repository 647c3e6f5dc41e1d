struct Parameters { vec3 color; float similarity; float blend; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  vec4 c = pixel(q);
  vec2 key = vec2(dot(p.color, vec3(-0.168736, -0.331264, 0.5)),
                  dot(p.color, vec3(0.5, -0.418688, -0.081312))) + 128.0 / 255.0;
  float away = 0.0;
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++)
      away += distance(pixel(q + ivec2(x, y)).yz, key);
  away /= 9.0 * sqrt(2.0);
  float kept = p.blend > 0.0001 ? clamp((away - p.similarity) / p.blend, 0.0, 1.0)
                                : float(away > p.similarity);
  return vec4(c.rgb, kept);
}
