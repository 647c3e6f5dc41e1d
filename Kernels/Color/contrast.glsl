struct Parameters { float contrast; };
// About 0.5; written so that what depends on the parameter alone is computed once for many pixels.
vec4 kernel(vec4 c, Parameters p) { return vec4(c.rgb * p.contrast + (0.5 - 0.5 * p.contrast), c.a); }
