struct Parameters { float strength; };
vec4 kernel(vec4 c, Parameters p) { return mix(c, previous(), p.strength); }
