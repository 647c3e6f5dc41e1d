// The colour of a pixel that holds colour times alpha.
vec3 straight(vec4 c) { return c.rgb / max(c.a, 1e-6); }
