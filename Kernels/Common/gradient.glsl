// Luminance's change to the right and downwards: by Sobel's operator for a weight of 2, Prewitt's for 1.
vec2 gradient(ivec2 q, float weight) {
  float tl = luminance(pixel(q + ivec2(-1, -1)).rgb), t = luminance(pixel(q + ivec2(0, -1)).rgb);
  float tr = luminance(pixel(q + ivec2(1, -1)).rgb), l = luminance(pixel(q + ivec2(-1, 0)).rgb);
  float r = luminance(pixel(q + ivec2(1, 0)).rgb), bl = luminance(pixel(q + ivec2(-1, 1)).rgb);
  float b = luminance(pixel(q + ivec2(0, 1)).rgb), br = luminance(pixel(q + ivec2(1, 1)).rgb);
  return vec2((tr - tl) + weight * (r - l) + (br - bl), (bl - tl) + weight * (b - t) + (br - tr));
}
