public import VKCore
internal import VKKernels

/// Turns the hue and scales saturation and brightness.
///
/// For gamma-encoded `c` with `y = 0.3·r + 0.59·g + 0.11·b`: what `c` is more than `y` is turned
/// about the grey axis by `hue`, moved along that axis back to where it adds nothing to `y`, and
/// scaled by `saturation`; `y` is added, and the sum is scaled by `brightness`. Alpha is kept.
///
/// Source: GPUImage; Haeberli, Matrix Operations for Image Processing, 1993.
public struct HSBFilter: PointFilter {
  /// Degrees from red towards green.
  public var hue: Float = 0
  /// Gain on the distance from grey.
  public var saturation: Float = 1
  /// Gain on everything.
  public var brightness: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    hue: Float = Self().hue, saturation: Float = Self().saturation,
    brightness: Float = Self().brightness
  ) {
    self.hue = hue
    self.saturation = saturation
    self.brightness = brightness
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "hsb", category: .color, summary: "Turn the hue, scale saturation and brightness.",
    source: "GPUImage", kernel: Kernels.Color.hsb,
    parameters: [
      .float(
        "hue", \.hue, in: -360...360, identity: 0, unit: "deg", "The angle, from red towards green."
      ),
      .float("saturation", \.saturation, in: 0...2, identity: 1, "0 is grey, 1 changes nothing."),
      .float("brightness", \.brightness, in: 0...2, identity: 1, "0 is black, 1 changes nothing."),
    ])
}
