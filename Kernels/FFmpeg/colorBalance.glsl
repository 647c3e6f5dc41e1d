struct Parameters { float rs; float gs; float bs;
   float rm; float gm; float bm;
   float rh; float gh; float bh; };
vec4 kernel(vec4 c, Parameters p) {
  // Lightness twice: the sum of the largest and the smallest channel.
  float l = max(c.r, max(c.g, c.b)) + min(c.r, min(c.g, c.b));
  float shadow = clamp((0.333 - l) * 4.0 + 0.5, 0.0, 1.0) * 0.7;
  float middle = clamp((l - 0.333) * 4.0 + 0.5, 0.0, 1.0)
               * clamp((1.0 - l - 0.333) * 4.0 + 0.5, 0.0, 1.0) * 0.7;
  float light = clamp((l + 0.333 - 1.0) * 4.0 + 0.5, 0.0, 1.0) * 0.7;
  return vec4(c.rgb + vec3(p.rs, p.gs, p.bs) * shadow + vec3(p.rm, p.gm, p.bm) * middle
              + vec3(p.rh, p.gh, p.bh) * light, c.a);
}
