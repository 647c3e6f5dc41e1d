struct Parameters { float angle; vec2 middle; int isBackward; };
vec4 kernel(vec4 c, Parameters p) {
  float d = distance(floor(position()), p.middle) / (0.5 * length(vec2(size())));
  float k = cos(p.angle * d), factor = k * k * k * k;
  if (p.isBackward != 0) factor = 1.0 / max(factor, 1e-6);
  if (d > 1.0) factor = 0.0;
  vec3 origin = isCoded() ? vec3(0.0, 127.0 / 255.0, 127.0 / 255.0) : vec3(0.0);
  return vec4((c.rgb - origin) * factor + origin, c.a);
}
