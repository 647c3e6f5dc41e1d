const vec2 ring8[8] = vec2[](vec2(3, 1), vec2(1, 3), vec2(-1, 3), vec2(-3, 1), vec2(-3, -1), vec2(-1, -3),
  vec2(1, -3), vec2(3, -1));
// How the mean of a ring differs, and where it grows that way, from -pi to pi as 0 to 1.
vec4 kernel(vec2 at) {
  ivec2 q = ivec2(at);
  vec3 sum = vec3(0.0), right = vec3(0.0), down = vec3(0.0);
  for (int i = 0; i < 8; i++) {
    vec3 c = pixel(q + ivec2(ring8[i])).rgb;
    sum += c;
    right += c * ring8[i].x;
    down += c * ring8[i].y;
  }
  vec3 difference = sum / 8.0 - kept(q).rgb;
  vec2 way = vec2(dot(abs(difference), right), dot(abs(difference), down));
  float angle = dot(way, way) > 1e-12 ? atan(way.y, way.x) : 0.0;
  return vec4((difference + 1.0) * 0.5, angle / 6.2831853 + 0.5);
}
