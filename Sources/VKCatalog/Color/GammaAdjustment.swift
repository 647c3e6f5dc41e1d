public import VKCore
internal import VKKernels

/// Raises each channel to a power.
///
/// For gamma-encoded `c` writes `c.rgb^gamma`; above 1 darkens. Negative values keep their sign.
/// Alpha is kept.
///
/// Source: GPUImage.
public struct GammaAdjustment: PointFilter {
  /// The exponent; 1 changes nothing.
  public var gamma: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(gamma: Float = Self().gamma) {
    self.gamma = gamma
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "gamma", category: .color, summary: "Raise the channels to a power.",
    source: "GPUImage", kernel: Kernels.Color.gamma, aliases: ["CIGammaAdjust=inputPower=0.75"],
    parameters: [
      .float(
        "gamma", \.gamma, in: 0...3, identity: 1, aliases: ["inputPower"],
        "The exponent: above 1 darkens.")
    ])
}
