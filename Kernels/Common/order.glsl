// Puts three values in ascending order, channel by channel.
void order3(inout vec3 a, inout vec3 b, inout vec3 c) {
  vec3 low = min(a, b), high = max(a, b);
  a = min(low, c);
  vec3 rest = max(low, c);
  b = min(high, rest);
  c = max(high, rest);
}
