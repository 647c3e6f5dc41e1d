public import VKCore
internal import VKKernels

/// Weighs the 3×3 neighbours.
///
/// Writes the sum of the neighbours' colours times `convolutionKernel`, row by row from above,
/// plus `bias`. The kernel is not mirrored. Edge pixels repeat. Alpha is kept, and colours count
/// by it.
///
/// Source: GPUImage.
public struct Convolution3x3: SamplingFilter {
  /// The weights, row by row.
  public var convolutionKernel: [Float] = [0, 0, 0, 0, 1, 0, 0, 0, 0]
  /// What is added to the sum.
  public var bias: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    convolutionKernel: [Float] = Self().convolutionKernel,
    bias: Float = Self().bias
  ) {
    self.convolutionKernel = convolutionKernel
    self.bias = bias
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "convolution-3x3", category: .convolution,
    summary: "Weigh the 3x3 neighbours by numbers of your own.",
    source: "GPUImage", kernel: Kernels.Convolution.convolution3x3,
    aliases: ["GPUImage3x3ConvolutionFilter"],
    parameters: [
      .vector(
        "convolutionKernel", \.convolutionKernel, count: 9, in: -1000...1000,
        identity: [0, 0, 0, 0, 1, 0, 0, 0, 0], "The nine weights, row by row."),
      .float("bias", \.bias, in: -1000...1000, identity: 0, "What is added to the sum."),
    ])
}
