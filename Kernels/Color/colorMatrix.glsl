struct Parameters { mat4 colorMatrix; float intensity; };
vec4 kernel(vec4 c, Parameters p) { return mix(c, p.colorMatrix * c, p.intensity); }
