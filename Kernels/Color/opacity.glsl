struct Parameters { float opacity; };
vec4 kernel(vec4 c, Parameters p) { return vec4(c.rgb, c.a * p.opacity); }
