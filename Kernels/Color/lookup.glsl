struct Parameters { float intensity; };
vec4 kernel(vec4 c, Parameters p) {
  vec4 shape = entry(0);
  int size = int(shape.x);
  // Outside the domain the last cell goes on, by its own width at most.
  vec3 at = clamp((c.rgb - entry(1).rgb) * entry(2).rgb, vec3(-1.0), vec3(shape.x));
  vec3 cell = clamp(floor(at), vec3(0.0), vec3(shape.x - 2.0));
  vec3 f = at - cell;
  ivec3 i = ivec3(cell) + 3;
  vec3 result;
  if (!isCube()) {
    vec3 low = vec3(entry(i.r).r, entry(i.g).g, entry(i.b).b);
    vec3 high = vec3(entry(i.r + 1).r, entry(i.g + 1).g, entry(i.b + 1).b);
    result = low + (high - low) * f;
  } else {
    // From the cell's dark corner to its bright one, along the axes in the order of their shares.
    ivec3 steps = ivec3(1, size, size * size);
    bool rg = f.r >= f.g, rb = f.r >= f.b, gb = f.g >= f.b;
    int first = rg ? (rb ? steps.r : steps.b) : (gb ? steps.g : steps.b);
    int last = gb ? (rb ? steps.b : steps.r) : (rg ? steps.g : steps.r);
    int all = steps.r + steps.g + steps.b;
    float high = max(f.r, max(f.g, f.b)), low = min(f.r, min(f.g, f.b));
    float middle = max(min(f.r, f.g), min(max(f.r, f.g), f.b));
    int corner = i.r + (i.g - 3) * size + (i.b - 3) * size * size;
    result = entry(corner).rgb * (1.0 - high) + entry(corner + first).rgb * (high - middle)
           + entry(corner + all - last).rgb * (middle - low) + entry(corner + all).rgb * low;
  }
  return vec4(mix(c.rgb, result, p.intensity), c.a);
}
