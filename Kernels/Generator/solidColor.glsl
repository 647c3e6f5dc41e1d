#include "Common/compose.glsl"
struct Parameters { vec4 color; };
vec4 kernel(vec4 c, Parameters p) { return composed(c, p.color, p.color.rgb); }
