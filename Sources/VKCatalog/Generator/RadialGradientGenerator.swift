public import VKCore
internal import VKKernels

/// Paints a gradient around a point.
///
/// The colour goes from `firstColor` at the distance `innerRadius` from `center` to `secondColor`
/// at `outerRadius`, both fractions of the width, and stays inside and outside. Colours are mixed
/// by their alphas.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: Core Image.
public struct RadialGradientGenerator: PointFilter {
  /// The middle, as fractions of the picture.
  public var center: Point = Point(0.5, 0.5)
  /// Where the first colour ends, as a fraction of the width.
  public var innerRadius: Float = 0
  /// Where the second colour begins.
  public var outerRadius: Float = 0.5
  /// The colour inside.
  public var firstColor: Color = .white
  /// The colour outside.
  public var secondColor: Color = .black

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    center: Point = Self().center, innerRadius: Float = Self().innerRadius,
    outerRadius: Float = Self().outerRadius, firstColor: Color = Self().firstColor,
    secondColor: Color = Self().secondColor
  ) {
    self.center = center
    self.innerRadius = innerRadius
    self.outerRadius = outerRadius
    self.firstColor = firstColor
    self.secondColor = secondColor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "radial-gradient", category: .generator, summary: "Paint a gradient around a point.",
    source: "Core Image", kernel: Kernels.Generator.radialGradient, writesAlpha: true,
    parameters: [
      .point("center", \.center, "The middle, as fractions of the picture."),
      .float(
        "innerRadius", \.innerRadius, in: 0...2,
        "Where the first colour ends, as a fraction of the width."),
      .float(
        "outerRadius", \.outerRadius, in: 0...2,
        "Where the second colour begins, as a fraction of the width."),
      .color("firstColor", \.firstColor, aliases: ["inputColor0"], "The colour inside."),
      .color("secondColor", \.secondColor, aliases: ["inputColor1"], "The colour outside."),
    ])
}
