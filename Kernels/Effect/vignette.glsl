#include "Common/ramp.glsl"
struct Parameters { vec2 center; vec3 color; float start; float end; };
vec4 kernel(vec4 c, Parameters p) {
  float d = distance(position() / vec2(size()), p.center);
  return vec4(mix(c.rgb, p.color, ramp(p.start, p.end, d)), c.a);
}
