struct Parameters { float radius; float angle; vec2 center; };
vec4 kernel(vec2 at, Parameters p) {
  vec2 t = at / vec2(size()) - p.center;
  float d = length(t);
  if (d >= p.radius || p.angle == 0.0) return pixel(ivec2(at));
  float share = (p.radius - d) / p.radius;
  float theta = share * share * p.angle * 8.0;
  vec2 turn = vec2(cos(theta), sin(theta));
  vec2 turned = vec2(t.x * turn.x - t.y * turn.y, t.x * turn.y + t.y * turn.x);
  return sampled((turned + p.center) * vec2(size()));
}
