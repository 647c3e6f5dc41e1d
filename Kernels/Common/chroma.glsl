// Cr and Cb of GPUImage's chroma keys; linear, so that those of a difference are the difference.
vec2 chroma(vec3 c) {
  float y = dot(c, vec3(0.2989, 0.5866, 0.1145));
  return vec2(0.7132 * (c.r - y), 0.5647 * (c.b - y));
}
