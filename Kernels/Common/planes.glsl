// A kernel that includes this sees stored planes: near(q, d) is the sample d samples of its own plane further, and
// byPlane(v) gives each component what v, a vector of plane 0, 1, 2 and alpha, has for its plane. So it may as well be given
// four samples of one plane as one sample of each.

// The planes that a mask names: luma and chroma, or green, blue and red as FFmpeg stores them.
vec4 chosen(int planes, vec4 c, vec4 changed) {
  return mix(c, changed, notEqual(byPlane(ivec4(1, 2, 4, 0)) & planes, ivec4(0)));
}
// The length of each plane's gradient: by Sobel's operator for a weight of 2, Prewitt's for 1.
vec4 edges(ivec2 q, float weight) {
  vec4 tl = near(q, ivec2(-1, -1)), t = near(q, ivec2(0, -1)), tr = near(q, ivec2(1, -1));
  vec4 l = near(q, ivec2(-1, 0)), r = near(q, ivec2(1, 0));
  vec4 bl = near(q, ivec2(-1, 1)), b = near(q, ivec2(0, 1)), br = near(q, ivec2(1, 1));
  vec4 across = (tr - tl) + weight * (r - l) + (br - bl), down = (bl - tl) + weight * (b - t) + (br - tr);
  return sqrt(across * across + down * down);
}
