struct Parameters { int radius; int planes; int radiusV; float percentile; };
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
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at), reach = ivec2(p.radius, p.radiusV == 0 ? p.radius : p.radiusV);
  float rank = floor(float((2 * reach.x + 1) * (2 * reach.y + 1) - 1) * p.percentile);
  // Halves the range in which the value of that rank lies, to a sixteenth of an 8-bit code.
  vec4 low = vec4(-1.0 / 8192.0), high = vec4(1.0 + 1.0 / 8192.0);
  for (int i = 0; i < 12; i++) {
    vec4 middle = (low + high) * 0.5, below = vec4(0.0);
    for (int y = -reach.y; y <= reach.y; y++)
      for (int x = -reach.x; x <= reach.x; x++)
        below += vec4(lessThanEqual(near(q, ivec2(x, y)), middle));
    bvec4 isHigh = greaterThan(below, vec4(rank));
    high = mix(high, middle, isHigh);
    low = mix(middle, low, isHigh);
  }
  return chosen(p.planes, pixel(q), (low + high) * 0.5);
}
