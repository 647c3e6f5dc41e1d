public import VKCore
internal import VKKernels

/// Multiplies each channel by a power of two.
///
/// For gamma-encoded `c` writes `c.rgb·2^exposure`. Alpha is kept. Core Image's exposure works in
/// linear light and is another filter.
///
/// Source: GPUImage.
public struct ExposureAdjustment: PointFilter {
  /// Stops; 0 changes nothing.
  public var exposure: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(exposure: Float = Self().exposure) {
    self.exposure = exposure
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "exposure", category: .color, summary: "Multiply by a power of two.",
    source: "GPUImage", kernel: Kernels.Color.exposure,
    parameters: [
      .float(
        "exposure", \.exposure, in: -10...10, identity: 0,
        "Stops: each doubles the gamma-encoded values.")
    ])
}
