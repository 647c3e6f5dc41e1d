#include "Common/nine.glsl"
struct Parameters { float blurSize; vec2 blurCenter; };
vec4 kernel(vec2 at, Parameters p) {
  return nine(at, (p.blurCenter * size() - at) * p.blurSize / 100.0);
}
