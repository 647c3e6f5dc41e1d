// The modes by their places in the list of `FFmpegBlend.Mode`, on codes of 0 to 255.
float burn(float a, float b) { return a == 0.0 ? a : max(0.0, 255.0 - (255.0 - b) * 256.0 / a); }
float dodge(float a, float b) { return a == 255.0 ? a : min(255.0, b * 256.0 / (255.0 - a)); }
float blended(int mode, float a, float b) {
  switch (mode) {
    case 1: return a + b;
    case 2: return float(int(a) & int(b));
    case 3: return (a + b) / 2.0;
    case 4: return burn(a, b);
    case 5: return min(a, b);
    case 6: return abs(a - b);
    case 7: return 128.0 + a - b;
    case 8: return b == 0.0 ? 255.0 : 255.0 * a / b;
    case 9: return dodge(a, b);
    case 10: return a + b - 2.0 * a * b / 255.0;
    case 11: return b < 128.0 ? 2.0 * a * b / 255.0 : 255.0 - 2.0 * (255.0 - a) * (255.0 - b) / 255.0;
    case 12: return max(a, b);
    case 13: return a * b / 255.0;
    case 14: return 255.0 - abs(255.0 - a - b);
    case 15: return float(int(a) | int(b));
    case 16: return a < 128.0 ? 2.0 * a * b / 255.0 : 255.0 - 2.0 * (255.0 - a) * (255.0 - b) / 255.0;
    case 17: return min(a, b) - max(a, b) + 255.0;
    case 18: return b < 128.0 ? min(a, 2.0 * b) : max(a, 2.0 * (b - 128.0));
    case 19: return b == 255.0 ? b : a * a / (255.0 - b);
    case 20: return 255.0 - (255.0 - a) * (255.0 - b) / 255.0;
    case 21: return b > 127.0 ? a + (255.0 - a) * (b - 127.5) / 127.5 * (0.5 - abs(a - 127.5) / 255.0)
      : a - a * (127.5 - b) / 127.5 * (0.5 - abs(a - 127.5) / 255.0);
    case 22: return a - b;
    case 23: return a < 128.0 ? burn(2.0 * a, b) : dodge(2.0 * (a - 128.0), b);
    case 24: return float(int(a) ^ int(b));
    case 25: return a < 255.0 - b ? 0.0 : 255.0;
    case 26: return b < 128.0 ? b + 2.0 * a - 255.0 : b + 2.0 * (a - 128.0);
    case 27: return a == 255.0 ? a : b * b / (255.0 - a);
    case 28: return a + b - 128.0;
    case 29: return (a - 128.0) * b / 32.0 + 128.0;
    case 30: return a == 0.0 ? 0.0 : 255.0 - min((255.0 - b) * (255.0 - b) / a, 255.0);
    case 31: return b == 0.0 ? 0.0 : 255.0 - min((255.0 - a) * (255.0 - a) / b, 255.0);
    case 32: return abs(255.0 - a - b);
    case 33: return a > b ? (b == 255.0 ? 0.0 : (a - b) * 255.0 / (255.0 - b)) : (b == 0.0 ? 0.0 : (b - a) * 255.0 / b);
    case 34: return sqrt(a * b);
    case 35: return a + b == 0.0 ? 0.0 : 2.0 * a * b / (a + b);
    case 36: return 255.0 - a - b;
    case 37: return 510.0 - a - b;
    case 38: return 255.0 * (2.0 - cos(a * 0.0123199712) - cos(b * 0.0123199712)) * 0.25;
    case 39: return a == 255.0 ? a : a > 128.0 ? 255.0 * b / (510.0 - 2.0 * a) : 2.0 * a * b / 255.0;
    default: return a;
  }
}
struct Parameters { vec3 modes; vec3 opacities; };
vec4 kernel(vec4 c, Parameters p) {
  vec3 modes = isCoded() ? p.modes : p.modes.zxy, opacities = isCoded() ? p.opacities : p.opacities.zxy;
  vec3 top = clamp(c.rgb * 255.0, 0.0, 255.0), bottom = clamp(input(1).rgb * 255.0, 0.0, 255.0);
  vec3 result;
  for (int i = 0; i < 3; i++) {
    // Codes are whole numbers to the modes, which decide and divide by them.
    float a = floor(top[i] + 0.5), b = floor(bottom[i] + 0.5);
    float full = clamp(blended(int(modes[i]), a, b), 0.0, 255.0);
    result[i] = modes[i] == 0.0 ? mix(bottom[i], top[i], opacities[i]) : mix(top[i], full, opacities[i]);
  }
  return vec4(result / 255.0, c.a);
}
