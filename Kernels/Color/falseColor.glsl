#include "Common/luminance.glsl"
struct Parameters { vec3 firstColor; vec3 secondColor; };
vec4 kernel(vec4 c, Parameters p) {
  return vec4(mix(p.firstColor, p.secondColor, luminance(c.rgb)), c.a);
}
