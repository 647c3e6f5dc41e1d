public import VKCore
internal import VKKernels

/// Paints a checkerboard.
///
/// Squares of `width` pixels a side; one of `firstColor` has its top left corner at `center`.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: Core Image.
public struct CheckerboardGenerator: PointFilter {
  /// The side of a square, in pixels.
  public var width: Float = 80
  /// A corner of four squares, as fractions of the picture.
  public var center: Point = Point(0, 0)
  /// The square right of and below the corner.
  public var firstColor: Color = .white
  /// Its neighbours.
  public var secondColor: Color = .black

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    width: Float = Self().width, center: Point = Self().center,
    firstColor: Color = Self().firstColor, secondColor: Color = Self().secondColor
  ) {
    self.width = width
    self.center = center
    self.firstColor = firstColor
    self.secondColor = secondColor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "checkerboard", category: .generator, summary: "Paint a checkerboard.",
    source: "Core Image", kernel: Kernels.Generator.checkerboard, writesAlpha: true,
    aliases: ["CICheckerboardGenerator"],
    parameters: [
      .float(
        "width", \.width, in: 1...8192, unit: "px", aliases: ["inputWidth"], "The side of a square."
      ),
      .point("center", \.center, "A corner of four squares, as fractions of the picture."),
      .color(
        "firstColor", \.firstColor, aliases: ["inputColor0"],
        "The square right of and below the corner."),
      .color("secondColor", \.secondColor, aliases: ["inputColor1"], "Its neighbours."),
    ])
}
