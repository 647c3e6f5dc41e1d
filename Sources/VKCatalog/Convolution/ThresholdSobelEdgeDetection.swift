public import VKCore
internal import VKKernels

/// Draws strong edges white on black.
///
/// White where the length of the Sobel gradient of the luminance, times `edgeStrength`, is
/// `threshold` or more, else black. Edge pixels repeat. Alpha is kept.
///
/// GPUImage 2 drops falling edges and version 3 gives directions instead; not so here. The default
/// of `threshold` is the one in GPUImage's code, not its page's 0.8.
///
/// Source: GPUImage.
public struct ThresholdSobelEdgeDetection: SamplingFilter {
  /// Gain of the gradient.
  public var edgeStrength: Float = 1
  /// The gradient from which on there is an edge.
  public var threshold: Float = 0.25

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(edgeStrength: Float = Self().edgeStrength, threshold: Float = Self().threshold) {
    self.edgeStrength = edgeStrength
    self.threshold = threshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "threshold-sobel", category: .convolution, summary: "Draw strong edges white on black.",
    source: "GPUImage", kernel: Kernels.Convolution.thresholdSobel,
    aliases: ["GPUImageThresholdEdgeDetectionFilter"],
    parameters: [
      .float("edgeStrength", \.edgeStrength, in: 0...10, "Gain of the gradient."),
      .float("threshold", \.threshold, in: 0...10, "The gradient from which on there is an edge."),
    ])
}
