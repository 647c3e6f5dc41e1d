public import VKCore
internal import VKKernels

/// Adds the same to each channel.
///
/// For gamma-encoded `c` writes `c.rgb + brightness`. Alpha is kept.
///
/// GPUImage 2 sets 1 where it declares 0, which whitens the picture untouched; the default here is
/// 0.
///
/// Source: GPUImage.
public struct BrightnessAdjustment: PointFilter {
  /// What is added; 0 changes nothing.
  public var brightness: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(brightness: Float = Self().brightness) {
    self.brightness = brightness
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "brightness", category: .color, summary: "Add the same to red, green and blue.",
    source: "GPUImage", kernel: Kernels.Color.brightness,
    aliases: ["CIColorControls.inputBrightness"],
    parameters: [
      .float(
        "brightness", \.brightness, in: -1...1, identity: 0, aliases: ["inputBrightness"],
        "-1 is black, 1 is white.")
    ])
}
