struct Parameters { float contrast; };
vec4 kernel(vec4 c, Parameters p) { return vec4((c.rgb - 0.5) * p.contrast + 0.5, c.a); }
