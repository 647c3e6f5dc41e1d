public import VKCore
internal import VKKernels

/// Scales colour saturation around luminance.
///
/// For gamma-encoded `c` with `y = dot(c.rgb, (0.2125, 0.7154, 0.0721))` writes `mix(y, c.rgb,
/// saturation)`. Alpha is kept.
///
/// Source: GPUImage.
public struct SaturationAdjustment: PointFilter {
  /// Gain on the distance from grey; 1 changes nothing.
  public var saturation: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(saturation: Float = Self().saturation) {
    self.saturation = saturation
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "saturation", category: .color, summary: "Scale colour saturation.", source: "GPUImage",
    kernel: Kernels.Color.saturation, aliases: ["CIColorControls.inputSaturation"],
    parameters: [
      .float(
        "saturation", \.saturation, in: 0...2, identity: 1, aliases: ["inputSaturation"],
        "0 is grey, 1 changes nothing.")
    ])
}
