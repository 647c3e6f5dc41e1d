struct Parameters { mat3 convolutionKernel; float bias; };
vec4 kernel(vec2 at, Parameters p) {
  ivec2 q = ivec2(at);
  float a = pixel(q).a;
  vec3 sum = vec3(p.bias * a);
  for (int y = 0; y < 3; y++)
    for (int x = 0; x < 3; x++)
      sum += p.convolutionKernel[x][y] * pixel(q + ivec2(x, y) - 1).rgb;
  return vec4(sum, a);
}
