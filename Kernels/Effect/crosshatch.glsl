#include "Common/luminance.glsl"
struct Parameters { float crossHatchSpacing; float lineWidth; };
vec4 kernel(vec4 c, Parameters p) {
  vec2 t = position() / size();
  float light = luminance(c.rgb), s = p.crossHatchSpacing;
  // White is white, whatever the sum of the weights rounds to.
  bool isLine = light < 0.9999 && mod(t.x + t.y, s) <= p.lineWidth;
  isLine = isLine || (light < 0.75 && mod(t.x - t.y, s) <= p.lineWidth);
  isLine = isLine || (light < 0.5 && mod(t.x + t.y - s * 0.5, s) <= p.lineWidth);
  isLine = isLine || (light < 0.3 && mod(t.x - t.y - s * 0.5, s) <= p.lineWidth);
  return vec4(vec3(isLine ? 0.0 : 1.0), c.a);
}
