public import VKCore
internal import VKKernels

/// Maps dark to bright onto a straight line between two colours.
///
/// For gamma-encoded `c` with GPUImage's luminance `y` writes `mix(firstColor, secondColor, y)`.
/// The colours' alphas are not used; the picture's is kept.
///
/// Source: GPUImage.
public struct FalseColor: PointFilter {
  /// What black becomes.
  public var firstColor: Color = Color(0, 0, 0.5)
  /// What white becomes.
  public var secondColor: Color = .red

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(firstColor: Color = Self().firstColor, secondColor: Color = Self().secondColor) {
    self.firstColor = firstColor
    self.secondColor = secondColor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "false-color", category: .color, summary: "Colour the picture from dark to bright.",
    source: "GPUImage", kernel: Kernels.Color.falseColor,
    aliases: ["CIFalseColor=inputColor0=0.3/0/0:inputColor1=1/0.9/0.8"],
    parameters: [
      .color("firstColor", \.firstColor, aliases: ["inputColor0"], "What black becomes."),
      .color("secondColor", \.secondColor, aliases: ["inputColor1"], "What white becomes."),
    ])
}
