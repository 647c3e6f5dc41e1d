#include "Common/luminance.glsl"
vec4 kernel(vec4 c) { return vec4(vec3(luminance(c.rgb)), c.a); }
