struct Parameters { float intensity; };
vec4 kernel(vec4 c, Parameters p) {
  vec3 sepia = vec3(dot(c.rgb, vec3(0.3588, 0.7044, 0.1368)),
                    dot(c.rgb, vec3(0.2990, 0.5870, 0.1140)),
                    dot(c.rgb, vec3(0.2392, 0.4696, 0.0912)));
  return vec4(mix(c.rgb, sepia, p.intensity), c.a);
}
