struct Parameters { float contrast; float brightness; float saturation; };
vec4 kernel(vec4 c, Parameters p) {
  vec3 gain = vec3(p.contrast, p.saturation, p.saturation);
  // 128/255 is no chroma.
  vec3 middle = vec3(0.5, 128.0 / 255.0, 128.0 / 255.0);
  return vec4((c.rgb - middle) * gain + middle + vec3(p.brightness, 0.0, 0.0), c.a);
}
