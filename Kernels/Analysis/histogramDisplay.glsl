struct Parameters { int type; int width; int height; };
vec4 kernel(vec2 at, Parameters p) {
  int bin = int(at.x / size().x * 256.0);
  uint most = 1u;
  for (int i = 0; i < 1024; i++) most = max(most, counted(i));
  // The bars stand on the bottom; the longest fills the picture.
  float level = (size().y - at.y) / size().y * float(most);
  if (p.type == 3) return vec4(vec3(level < float(counted(768 + bin)) ? 1.0 : 0.0), 1.0);
  vec3 bars = vec3(counted(bin), counted(256 + bin), counted(512 + bin));
  return vec4(vec3(lessThan(vec3(level), bars)), 1.0);
}
