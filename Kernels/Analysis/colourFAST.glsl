vec4 kernel(vec4 c) { return vec4((branch().rgb - c.rgb + 1.0) * 0.5, branch().a); }
