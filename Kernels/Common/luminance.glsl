// GPUImage's luminance weights, applied to gamma-encoded values.
float luminance(vec3 c) { return dot(c, vec3(0.2125, 0.7154, 0.0721)); }
