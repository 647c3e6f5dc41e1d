struct Parameters { float skinToneAdjust; float skinHue; float skinHueThreshold; float maxHueShift; float maxSaturationShift; int upperSkinToneColor; };
// The saturated colour of a hue.
vec3 hued(float hue) { return clamp(abs(fract(hue + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0); }
vec4 kernel(vec4 c, Parameters p) {
  float value = max(c.r, max(c.g, c.b)), chroma = value - min(c.r, min(c.g, c.b));
  if (p.skinToneAdjust == 0.0 || chroma <= 0.0 || value <= 0.0) return c;
  float sixth = c.r == value ? (c.g - c.b) / chroma
    : c.g == value ? (c.b - c.r) / chroma + 2.0 : (c.r - c.g) / chroma + 4.0;
  float hue = fract(sixth / 6.0), away = abs(hue - p.skinHue), saturation = chroma / value;
  away = min(away, 1.0 - away);
  float moved = p.skinToneAdjust * exp(-away * away * p.skinHueThreshold);
  bool isOrange = p.upperSkinToneColor == 1 && p.skinToneAdjust > 0.0;
  if (isOrange) saturation = min(saturation + moved * p.maxSaturationShift, max(saturation, 1.0));
  else hue += moved * p.maxHueShift;
  return vec4(value * mix(vec3(1.0), hued(hue), saturation), c.a);
}
