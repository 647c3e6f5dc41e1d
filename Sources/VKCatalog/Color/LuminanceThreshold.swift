public import VKCore
internal import VKKernels

/// Makes what is bright white and what is dark black.
///
/// For gamma-encoded `c` with GPUImage's luminance `y` writes 1 where `y` is `threshold` or more,
/// else 0. Alpha is kept.
///
/// Source: GPUImage.
public struct LuminanceThreshold: PointFilter {
  /// The luminance from which on a pixel is white.
  public var threshold: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(threshold: Float = Self().threshold) {
    self.threshold = threshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "luminance-threshold", category: .color,
    summary: "Make the picture black and white by a threshold.", source: "GPUImage",
    kernel: Kernels.Color.luminanceThreshold,
    parameters: [
      .float("threshold", \.threshold, in: 0...1, "The luminance from which on a pixel is white.")
    ])
}
