vec4 kernel(vec4 c) { return c; }
