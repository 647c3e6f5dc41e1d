#include "Common/power.glsl"
struct Parameters {
  float contrast; float brightness; float saturation; float gamma;
  float gamma_r; float gamma_g; float gamma_b; float gamma_weight; };
vec4 kernel(vec4 c, Parameters p) {
  vec3 gain = vec3(p.contrast, p.saturation, p.saturation);
  // 128/255 is no chroma.
  vec3 middle = vec3(0.5, 128.0 / 255.0, 128.0 / 255.0);
  vec3 v = (c.rgb - middle) * gain + middle + vec3(p.brightness, 0.0, 0.0);
  vec3 power = 1.0 / vec3(p.gamma * p.gamma_g, sqrt(p.gamma_b / p.gamma_g), sqrt(p.gamma_r / p.gamma_g));
  if (power != vec3(1.0)) v = mix(v, mix(v, signedPower(v, power), p.gamma_weight), notEqual(power, vec3(1.0)));
  return vec4(v, c.a);
}
