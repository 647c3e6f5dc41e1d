public import VKCore
internal import VKKernels

/// Tints shadows and highlights, each by a colour of its own.
///
/// For gamma-encoded `c` with GPUImage's luminance `y`: shadows are `s = mix(c, max(c,
/// mix(shadowTintColor, c, y)), shadowTintIntensity)`, highlights `h = mix(c, min(s, mix(s,
/// highlightTintColor, y)), highlightTintIntensity)`, the result is `mix(s, h, y)`. Alpha is
/// kept.
///
/// Source: GPUImage.
public struct HighlightAndShadowTint: PointFilter {
  /// The share of the shadows' tint, 0 to 1.
  public var shadowTintIntensity: Float = 0
  /// The share of the highlights' tint, 0 to 1.
  public var highlightTintIntensity: Float = 0
  /// The colour of the shadows.
  public var shadowTintColor: Color = .red
  /// The colour of the highlights.
  public var highlightTintColor: Color = .blue

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    shadowTintIntensity: Float = Self().shadowTintIntensity,
    highlightTintIntensity: Float = Self().highlightTintIntensity,
    shadowTintColor: Color = Self().shadowTintColor,
    highlightTintColor: Color = Self().highlightTintColor
  ) {
    self.shadowTintIntensity = shadowTintIntensity
    self.highlightTintIntensity = highlightTintIntensity
    self.shadowTintColor = shadowTintColor
    self.highlightTintColor = highlightTintColor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "highlight-and-shadow-tint", category: .color, summary: "Tint shadows and highlights.",
    source: "GPUImage", kernel: Kernels.Color.highlightAndShadowTint,
    aliases: ["GPUImageHighlightShadowTintFilter"],
    parameters: [
      .float(
        "shadowTintIntensity", \.shadowTintIntensity, in: 0...1, identity: 0,
        "The share of the shadows' tint."),
      .float(
        "highlightTintIntensity", \.highlightTintIntensity, in: 0...1, identity: 0,
        "The share of the highlights' tint."),
      .color("shadowTintColor", \.shadowTintColor, "The colour of the shadows."),
      .color("highlightTintColor", \.highlightTintColor, "The colour of the highlights."),
    ])
}
