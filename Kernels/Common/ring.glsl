// The eight neighbours, from the one above to the right anticlockwise.
const ivec2 ring[8] = ivec2[](ivec2(1, -1), ivec2(0, -1), ivec2(-1, -1), ivec2(-1, 0), ivec2(-1, 1),
  ivec2(0, 1), ivec2(1, 1), ivec2(1, 0));
