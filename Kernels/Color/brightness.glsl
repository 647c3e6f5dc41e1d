struct Parameters { float brightness; };
vec4 kernel(vec4 c, Parameters p) { return vec4(c.rgb + p.brightness, c.a); }
