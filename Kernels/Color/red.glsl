vec4 kernel(vec4 c) { return vec4(c.rrr, c.a); }
