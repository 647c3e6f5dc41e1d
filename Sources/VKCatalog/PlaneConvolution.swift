internal import VKCore
internal import VKKernels

/// A weighted sum of neighbours, with weights of its own for each plane.
struct PlaneConvolution: SamplingFilter {
  /// The square of weights, one plane a component.
  var weights = LookupTable(
    kind: .curve, size: 9, entries: (0..<9).map { SIMD4(repeating: $0 == 4 ? 1 : 0) })
  var bias: [Float] = [0, 0, 0]

  init() {}

  init(weights: LookupTable, bias: [Float]) {
    self.weights = weights
    self.bias = bias
  }

  static let info = FilterInfo<Self>(
    name: "plane-convolution", category: .convolution, summary: "Weigh neighbours by a matrix.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.convolution, domain: .stored,
    parameters: [
      .table("weights", \.weights, "The square of weights."),
      .vector("bias", \.bias, count: 3, in: 0...65535, "What is added."),
    ])
}
