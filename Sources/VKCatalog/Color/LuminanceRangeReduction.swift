public import VKCore
internal import VKKernels

/// Brings luminance nearer to the middle.
///
/// For gamma-encoded `c` with GPUImage's luminance `y` writes `c.rgb + (0.5 -
/// y)·rangeReductionFactor`. Alpha is kept.
///
/// Source: GPUImage.
public struct LuminanceRangeReduction: PointFilter {
  /// The share of the way to the middle, 0 to 1.
  public var rangeReductionFactor: Float = 0.6

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(rangeReductionFactor: Float = Self().rangeReductionFactor) {
    self.rangeReductionFactor = rangeReductionFactor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "luminance-range-reduction", category: .color,
    summary: "Bring luminance nearer to the middle.", source: "GPUImage",
    kernel: Kernels.Color.luminanceRangeReduction,
    parameters: [
      .float(
        "rangeReductionFactor", \.rangeReductionFactor, in: 0...1, identity: 0, aliases: ["factor"],
        "The share of the way to the middle.")
    ])
}
