struct Parameters { int transition; float left; };
// What is left of the way: 1 shows the first picture, 0 the second.
vec4 share(float t, vec4 a, vec4 b) { return mix(b, a, t); }
vec4 plain(vec3 codes, float alpha, bool isCoded) { return vec4(isCoded ? codes : codes.xxx, alpha); }
vec4 through(vec4 a, vec4 first, vec4 second, vec4 b, float left) {
  return share(left, share(smoothstep(0.8, 1.0, left), a, first), share(smoothstep(0.2, 1.0, left), second, b));
}
float hashed(vec2 q) { return fract(sin(q.x * 12.9898 + q.y * 78.233) * 43758.545); }
float slice(float q, float length, float left) {
  float place = float(int(q) * 10 % int(length)) / length;
  return smoothstep(-0.5, 0.0, q / length - left * 1.5) <= place ? 0.0 : 1.0;
}
vec4 kernel(vec4 c, Parameters p) {
  const float middle = 128.0 / 255.0;
  vec4 b = input(1);
  float left = p.left, turns = 2.0 * left;
  vec2 q = position() - 0.5, s = size(), centre = floor(s * 0.5);
  vec2 at = q / s, back = (s - 1.0 - q) / s, off = q - centre, edge = floor(s * left), other = floor(s * (1.0 - left));
  float reach = max(length(centre), 1.0);
  // The first picture's share where a soft edge runs.
  float soft;
  switch (p.transition) {
    case 1: return q.x > edge.x ? b : c;
    case 2: return q.x > other.x ? c : b;
    case 3: return q.y > edge.y ? b : c;
    case 4: return q.y > other.y ? c : b;
    case 9: {
      float z = pow(abs(turns - 1.0), 3.0) * length(centre);
      return z < length(off) ? plain(vec3(0.0, middle, middle), 1.0, isCoded()) : left < 0.5 ? b : c;
    }
    case 10: {
      bvec2 within = lessThan(abs(off), floor(abs(left - 0.5) * s));
      return all(within) ? left < 0.5 ? b : c : plain(vec3(0.0, middle, middle), 1.0, isCoded());
    }
    case 11: {
      float apart = length(c.rgb - b.rgb);
      return share(left, apart <= left ? c : b, b);
    }
    case 12: case 13: {
      vec4 flood = plain(vec3(p.transition == 12 ? 0.0 : 1.0, middle, middle), 1.0, isCoded());
      return through(c, flood, flood, b, left);
    }
    case 14: soft = atan(off.x, off.y) - (left - 0.5) * 7.853981634; return share(smoothstep(0.0, 1.0, soft), b, c);
    case 15: soft = 1.0 + at.x - turns; break;
    case 16: soft = 1.0 + back.x - turns; break;
    case 17: soft = 1.0 + at.y - turns; break;
    case 18: soft = 1.0 + back.y - turns; break;
    case 19: return share(smoothstep(0.0, 1.0, length(off) / reach + (left - 0.5) * 3.0), c, b);
    case 20: soft = length(off) / reach + (0.5 - left) * 3.0; break;
    case 21: soft = 2.0 - abs(q.x * 2.0 / s.x - 1.0) - turns; break;
    case 22: soft = 1.0 + abs(q.x * 2.0 / s.x - 1.0) - turns; break;
    case 23: soft = 2.0 - abs(q.y * 2.0 / s.y - 1.0) - turns; break;
    case 24: soft = 1.0 + abs(q.y * 2.0 / s.y - 1.0) - turns; break;
    case 25: return hashed(q) * 2.0 + turns - 1.5 >= 0.5 ? c : b;
    case 27: soft = 1.0 + at.x * at.y - turns; break;
    case 28: soft = 1.0 + back.x * at.y - turns; break;
    case 29: soft = 1.0 + at.x * back.y - turns; break;
    case 30: soft = 1.0 + back.x * back.y - turns; break;
    case 31: return share(slice(q.x, s.x, left), b, c);
    case 32: return share(slice(s.x - 1.0 - q.x, s.x, left), b, c);
    case 33: return share(slice(q.y, s.y, left), b, c);
    case 34: return share(slice(s.y - 1.0 - q.y, s.y, left), b, c);
    case 35: {
      vec4 first = isCoded() ? vec4(c.r, middle, middle, c.a) : vec4(vec3((c.r + c.g + c.b) / 3.0), c.a);
      vec4 second = isCoded() ? vec4(b.r, middle, middle, b.a) : vec4(vec3((b.r + b.g + b.b) / 3.0), b.a);
      return through(c, first, second, b, left);
    }
    case 36: return q.x <= edge.x && q.y <= edge.y ? c : b;
    case 37: return q.x > other.x && q.y <= edge.y ? c : b;
    case 38: return q.x <= edge.x && q.y > other.y ? c : b;
    case 39: return q.x > other.x && q.y > other.y ? c : b;
    default: return share(left, c, b);
  }
  return share(smoothstep(0.0, 1.0, soft), b, c);
}
