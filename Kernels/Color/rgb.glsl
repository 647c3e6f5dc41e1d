struct Parameters { float red; float green; float blue; };
vec4 kernel(vec4 c, Parameters p) { return vec4(c.rgb * vec3(p.red, p.green, p.blue), c.a); }
