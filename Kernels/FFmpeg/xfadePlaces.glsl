struct Parameters { int transition; float left; };
// A slide by whole pixels: the strip holds both pictures side by side.
vec4 slid(float along, float shift, float length, bool isDown, vec2 q) {
  float moved = along + shift, place = mod(moved, length);
  ivec2 to = ivec2(isDown ? vec2(q.x, place) : vec2(place, q.y));
  return moved >= 0.0 && moved < length ? secondPixel(to) : pixel(to);
}
vec4 kernel(vec2 at, Parameters p) {
  float left = p.left;
  vec2 s = size(), q = floor(at);
  ivec2 here = ivec2(q);
  switch (p.transition) {
    case 5: return slid(q.x, -floor(left * s.x), s.x, false, q);
    case 6: return slid(q.x, floor(left * s.x), s.x, false, q);
    case 7: return slid(q.y, -floor(left * s.y), s.y, true, q);
    case 8: return slid(q.y, floor(left * s.y), s.y, true, q);
    case 26: {
      float side = 0.1 * ceil(min(left, 1.0 - left) * 50.0) / 50.0 * min(s.x, s.y);
      vec2 block = side > 0.0 ? min((floor(q / side) + 0.5) * side, s - 1.0) : q;
      return mix(secondPixel(ivec2(block)), pixel(ivec2(block)), left);
    }
    case 40: {
      float z = 0.5 + (q.y / s.y - 0.5) / left;
      return left <= 0.0 || z < 0.0 || z > 1.0 ? secondPixel(here) : pixel(ivec2(q.x, roundEven(z * (s.y - 1.0))));
    }
    case 41: {
      float z = 0.5 + (q.x / s.x - 0.5) / left;
      return left <= 0.0 || z < 0.0 || z > 1.0 ? secondPixel(here) : pixel(ivec2(roundEven(z * (s.x - 1.0)), q.y));
    }
    default: {
      vec2 from = (q / s - 0.5) * smoothstep(0.5, 1.0, left) + 0.5;
      return mix(secondPixel(here), pixel(ivec2(ceil(from * (s - 1.0)))), smoothstep(0.0, 0.5, left));
    }
  }
}
