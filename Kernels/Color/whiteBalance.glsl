struct Parameters { float temperature; float tint; };
vec4 kernel(vec4 c, Parameters p) {
  // What Q changes by is added, so that no tint is no change, exactly.
  float q = dot(c.rgb, vec3(0.211456, -0.522591, 0.31135)), limit = max(0.5226, abs(q));
  float moved = clamp(q + p.tint * 0.0005226, -limit, limit) - q;
  vec3 x = c.rgb + moved * vec3(0.6210, -0.6474, 1.7046), warm = vec3(0.93, 0.54, 0.0);
  vec3 overlaid = mix(2.0 * x * warm, 1.0 - 2.0 * (1.0 - x) * (1.0 - warm), greaterThanEqual(x, vec3(0.5)));
  float way = (p.temperature - 5000.0) * (p.temperature < 5000.0 ? 0.0004 : 0.00006);
  return vec4(mix(x, overlaid, way), c.a);
}
