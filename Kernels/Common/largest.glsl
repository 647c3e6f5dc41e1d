// Whether red is the largest of its 3x3 neighbourhood; of equal ones the first, by columns, counts.
bool isLargest(ivec2 q) {
  float c = pixel(q).r;
  float before = max(max(pixel(q + ivec2(-1, -1)).r, pixel(q + ivec2(-1, 0)).r),
    max(pixel(q + ivec2(-1, 1)).r, pixel(q + ivec2(0, -1)).r));
  float after = max(max(pixel(q + ivec2(1, -1)).r, pixel(q + ivec2(1, 0)).r),
    max(pixel(q + ivec2(1, 1)).r, pixel(q + ivec2(0, 1)).r));
  return before < c && after <= c;
}
