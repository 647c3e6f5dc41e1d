public import VKCore
internal import VKKernels

/// Makes white what is brighter than its surroundings, and black what is darker.
///
/// For gamma-encoded `c` with GPUImage's luminance `y` and its mean `m` over a square of
/// `2·blurRadiusInPixels + 1` pixels writes 1 where `y` is `m - 0.05` or more, else 0. In the mean
/// pixels count by their alpha, which is kept.
///
/// GPUImage takes the radius for a Gaussian's once it is set, and averages a wider square.
///
/// Source: GPUImage.
public struct AdaptiveThreshold: PointFilter, BranchingFilter {
  /// How far the surroundings reach, in pixels.
  public var blurRadiusInPixels: Float = 4

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(blurRadiusInPixels: Float = Self().blurRadiusInPixels) {
    self.blurRadiusInPixels = blurRadiusInPixels
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "adaptive-threshold", category: .color,
    summary: "Make the picture black and white by the brightness around each pixel.",
    source: "GPUImage", kernel: Kernels.Color.adaptiveThreshold,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "How far the surroundings reach.")
    ])

  /// The mean luminance of the surroundings.
  public var branch: [any Filter] {
    [Luminance(), BoxBlur(blurRadiusInPixels: blurRadiusInPixels)]
  }
}
