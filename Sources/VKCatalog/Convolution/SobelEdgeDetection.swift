public import VKCore
internal import VKKernels

/// Draws edges white on black.
///
/// The length of the Sobel gradient of the luminance, times `edgeStrength`, in the three channels.
/// Edge pixels repeat. Alpha is kept.
///
/// GPUImage 2 and 3 use red alone where the first version takes the luminance, and version 3
/// misplaces a tap; not so here.
///
/// Source: GPUImage (its first version).
public struct SobelEdgeDetection: SamplingFilter {
  /// Gain of the gradient.
  public var edgeStrength: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(edgeStrength: Float = Self().edgeStrength) {
    self.edgeStrength = edgeStrength
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "sobel-edge-detection", category: .convolution, summary: "Draw edges white on black.",
    source: "GPUImage", kernel: Kernels.Convolution.sobel,
    parameters: [
      .float("edgeStrength", \.edgeStrength, in: 0...10, "Gain of the gradient.")
    ])
}
