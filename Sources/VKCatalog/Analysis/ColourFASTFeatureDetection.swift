public import VKCore
internal import VKKernels

/// Shows how a ring of blurred colours differs from each pixel, and where to.
///
/// With the mean `m` of eight pixels of the box-blurred picture on a ring, at (±3, ±1) and (±1,
/// ±3), the colour is `(m - c + 1)/2`; alpha is the direction in which the sum of the ring's
/// channels grows, clockwise, from -180° at 0 to 180° at 1. Edge pixels repeat; the picture's
/// alpha is not looked at.
///
/// The default radius is the one in GPUImage's code, not its page's 3.
///
/// Source: GPUImage.
public struct ColourFASTFeatureDetection: PointFilter, BranchingFilter {
  /// The radius of the box, in luma pixels.
  public var blurRadiusInPixels: Float = 2

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(blurRadiusInPixels: Float) {
    self.blurRadiusInPixels = blurRadiusInPixels
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "colour-fast", category: .analysis,
    summary: "Show how a ring of blurred colours differs, and where to.",
    source: "GPUImage", kernel: Kernels.Analysis.colourFAST, writesAlpha: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "Pixels beside the middle one that the box averages.")
    ])

  /// The ring's mean and direction.
  public var branch: [any Filter] {
    [BoxBlur(blurRadiusInPixels: blurRadiusInPixels), ColourRing()]
  }
}

/// The mean of a ring of pixels and its direction.
struct ColourRing: SamplingFilter {
  static let info = FilterInfo<Self>(
    name: "colour-ring", category: .analysis, summary: "Average a ring.", source: "GPUImage",
    kernel: Kernels.Analysis.colourRing, writesData: true)
}
