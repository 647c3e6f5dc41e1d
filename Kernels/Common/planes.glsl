// Chroma that pixels share is read a sample further for each pixel.
vec4 near(ivec2 q, ivec2 d) {
  vec4 c = pixel(q + d);
  if (isCoded() && chromaStep() != ivec2(1)) c.yz = pixel(q + d * chromaStep()).yz;
  return c;
}
// The planes that a mask names: luma and chroma, or green, blue and red as FFmpeg stores them.
vec4 chosen(int planes, vec4 c, vec4 changed) {
  ivec3 bits = isCoded() ? ivec3(1, 2, 4) : ivec3(4, 1, 2);
  return vec4(mix(c.rgb, changed.rgb, notEqual(bits & planes, ivec3(0))), c.a);
}
// The length of each plane's gradient: by Sobel's operator for a weight of 2, Prewitt's for 1.
vec4 edges(ivec2 q, float weight) {
  vec4 tl = near(q, ivec2(-1, -1)), t = near(q, ivec2(0, -1)), tr = near(q, ivec2(1, -1));
  vec4 l = near(q, ivec2(-1, 0)), r = near(q, ivec2(1, 0));
  vec4 bl = near(q, ivec2(-1, 1)), b = near(q, ivec2(0, 1)), br = near(q, ivec2(1, 1));
  vec4 across = (tr - tl) + weight * (r - l) + (br - bl), down = (bl - tl) + weight * (b - t) + (br - tr);
  return sqrt(across * across + down * down);
}
