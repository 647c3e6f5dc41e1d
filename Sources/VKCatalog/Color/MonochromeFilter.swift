public import VKCore
internal import VKKernels

/// Turns a picture into shades of one colour.
///
/// For gamma-encoded `c` with GPUImage's luminance `y` overlays `y` with `color`: `2·y·color` below
/// 0.5, else `1 - 2·(1 - y)·(1 - color)`; then `mix(c.rgb, overlaid, intensity)`. The colour's
/// alpha is not used; the picture's is kept.
///
/// Source: GPUImage.
public struct MonochromeFilter: PointFilter {
  /// Share of the effect, 0 to 1.
  public var intensity: Float = 1
  /// The colour of middle grey.
  public var color: Color = Color(0.6, 0.45, 0.3)

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(intensity: Float = Self().intensity, color: Color = Self().color) {
    self.intensity = intensity
    self.color = color
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "monochrome", category: .color, summary: "Show the picture in shades of one colour.",
    source: "GPUImage", kernel: Kernels.Color.monochrome, aliases: ["CIColorMonochrome"],
    parameters: [
      .float(
        "intensity", \.intensity, in: 0...1, identity: 0, aliases: ["inputIntensity"],
        "Share of the effect."),
      .color("color", \.color, aliases: ["inputColor"], "The colour that middle grey becomes."),
    ])
}
