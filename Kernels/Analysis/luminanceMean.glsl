#include "Common/luminance.glsl"
vec4 kernel(vec4 c) { return vec4(luminance(c.rgb)); }
