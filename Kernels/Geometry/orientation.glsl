struct Parameters { int quarterTurns; int isMirrored; };
// The stored picture is mirrored left to right first and then turned clockwise; this goes the way back.
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at), s = ivec2(inputSize());
  if (p.quarterTurns == 1) q = ivec2(q.y, s.y - 1 - q.x);
  else if (p.quarterTurns == 2) q = s - 1 - q;
  else if (p.quarterTurns == 3) q = ivec2(s.x - 1 - q.y, q.x);
  if (p.isMirrored != 0) q.x = s.x - 1 - q.x;
  return pixel(q);
}
