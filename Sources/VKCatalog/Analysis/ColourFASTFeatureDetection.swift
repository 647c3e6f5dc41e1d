public import VKCore
internal import VKKernels

/// Shows how a ring of blurred colours differs from each pixel, and where to.
///
/// With the mean `m` of eight pixels of the box-blurred picture on a ring, at (±3, ±1) and (±1,
/// ±3), the colour is `(m - c + 1)/2`; alpha is the direction in which the ring's channels grow, each by
/// its `|m - c|`, clockwise, from -180° at 0 to 180° at 1. Where the mean is the pixel's colour alpha is 1/2.
/// Edge pixels repeat; the picture's alpha is not looked at.
///
/// The default radius is the one in GPUImage's code, not its page's 3.
///
/// Source: GPUImage.
public struct ColourFASTFeatureDetection: SamplingFilter, BranchingFilter {
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
    source: "GPUImage", kernel: Kernels.Analysis.colourFAST, makesTransparency: true,
    makesColor: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "Pixels beside the middle one that the box averages.")
    ])

  /// What the ring is read from.
  public var branch: [any Filter] { [BoxBlur(blurRadiusInPixels: blurRadiusInPixels)] }
}
