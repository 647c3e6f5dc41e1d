vec4 kernel(vec4 c) { return vec4(1.0 - c.rgb, c.a); }
