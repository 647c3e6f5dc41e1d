public import VKCore
internal import VKKernels

/// Draws edges white on black by Prewitt's operator.
///
/// The length of the gradient of the luminance, times `edgeStrength`, in the three channels. Edge
/// pixels repeat. Alpha is kept.
///
/// GPUImage 2 and 3 use red alone, and version 3 drops falling edges; not so here.
///
/// Source: GPUImage (its first version).
public struct PrewittEdgeDetection: SamplingFilter {
  /// Gain of the gradient.
  public var edgeStrength: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(edgeStrength: Float) {
    self.edgeStrength = edgeStrength
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "prewitt-edge-detection", category: .convolution,
    summary: "Draw edges white on black by Prewitt's operator.",
    source: "GPUImage", kernel: Kernels.Convolution.prewitt,
    parameters: [
      .float("edgeStrength", \.edgeStrength, in: 0...10, "Gain of the gradient.")
    ])
}
