#include "Common/luminance.glsl"
vec4 kernel(vec4 c) { return vec4(vec3(step(branch().r - 0.05, luminance(c.rgb))), c.a); }
