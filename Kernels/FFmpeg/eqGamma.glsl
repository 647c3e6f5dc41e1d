#include "Common/power.glsl"
struct Parameters { float luma; float blue; float red; float weight; };
vec4 kernel(vec4 c, Parameters p) {
  vec3 power = vec3(p.luma, p.blue, p.red), changed = mix(c.rgb, signedPower(c.rgb, power), p.weight);
  // The power of 1 would cost exactness at the identity.
  return vec4(mix(c.rgb, changed, notEqual(power, vec3(1.0))), c.a);
}
