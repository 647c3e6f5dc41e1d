public import VKCore
internal import VKKernels

/// Paints a gradient along a line.
///
/// The colour goes from `firstColor` at `start` to `secondColor` at `end`, is the same across
/// that line, and stays beyond both. Colours are mixed by their alphas.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: Core Image.
public struct LinearGradientGenerator: PointFilter {
  /// Where the first colour is, as fractions of the picture.
  public var start: Point = Point(0, 0)
  /// Where the second colour is.
  public var end: Point = Point(0, 1)
  /// The colour at the start.
  public var firstColor: Color = .white
  /// The colour at the end.
  public var secondColor: Color = .black

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    start: Point = Self().start, end: Point = Self().end, firstColor: Color = Self().firstColor,
    secondColor: Color = Self().secondColor
  ) {
    self.start = start
    self.end = end
    self.firstColor = firstColor
    self.secondColor = secondColor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "linear-gradient", category: .generator, summary: "Paint a gradient along a line.",
    source: "Core Image", kernel: Kernels.Generator.linearGradient, writesAlpha: true,
    parameters: [
      .point("start", \.start, "Where the first colour is, as fractions of the picture."),
      .point("end", \.end, "Where the second colour is, as fractions of the picture."),
      .color("firstColor", \.firstColor, aliases: ["inputColor0"], "The colour at the start."),
      .color("secondColor", \.secondColor, aliases: ["inputColor1"], "The colour at the end."),
    ])
}
