public import VKCore
internal import VKKernels

/// Inverts what is dark.
///
/// For gamma-encoded `c` with GPUImage's luminance `y` writes `1 - c.rgb` where `y` is
/// `threshold` or less, else `c.rgb`. Alpha is kept.
///
/// The darkroom's effect inverts what is bright; this is GPUImage's.
///
/// Source: GPUImage.
public struct Solarize: PointFilter {
  /// The luminance up to which a pixel is inverted.
  public var threshold: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(threshold: Float = Self().threshold) {
    self.threshold = threshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "solarize", category: .color, summary: "Invert what is dark.", source: "GPUImage",
    kernel: Kernels.Color.solarize,
    parameters: [
      .float("threshold", \.threshold, in: 0...1, "The luminance up to which a pixel is inverted.")
    ])
}
