struct Parameters { float strength; };
vec4 kernel(vec4 c, Parameters p) { return vec4(mix(c.rgb, previous().rgb, p.strength), c.a); }
