struct Parameters { vec3 color; float similarity; float blend; };
vec4 kernel(vec4 c, Parameters p) {
  float away = distance(c.rgb, p.color) / sqrt(3.0);
  float kept = p.blend > 0.0001 ? clamp((away - p.similarity) / p.blend, 0.0, 1.0)
                                : float(away > p.similarity);
  return vec4(c.rgb, kept);
}
