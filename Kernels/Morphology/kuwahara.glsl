vec4 kernel(vec4 c) { return vec4(c.a > 0.0 ? branch().rgb : c.rgb, c.a); }
