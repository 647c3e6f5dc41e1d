struct Parameters { float exposure; };
vec4 kernel(vec4 c, Parameters p) { return vec4(c.rgb * exp2(p.exposure), c.a); }
