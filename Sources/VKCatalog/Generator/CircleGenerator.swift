public import VKCore
internal import VKKernels

/// Paints a disc on a background.
///
/// The disc is where the distance from `center` is less than `radius`, both along the rows and
/// across them as a fraction of the width; its edge is hard.
///
/// GPUImage draws it around another place on pictures that are not square, unless it is in the
/// middle of the height.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: GPUImage.
public struct CircleGenerator: PointFilter {
  /// The radius, as a fraction of the width.
  public var radius: Float = 0.25
  /// The middle, as fractions of the picture.
  public var center: Point = Point(0.5, 0.5)
  /// The disc.
  public var circleColor: Color = .white
  /// What is around it.
  public var backgroundColor: Color = .black

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    radius: Float = Self().radius, center: Point = Self().center,
    circleColor: Color = Self().circleColor, backgroundColor: Color = Self().backgroundColor
  ) {
    self.radius = radius
    self.center = center
    self.circleColor = circleColor
    self.backgroundColor = backgroundColor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "circle", category: .generator, summary: "Paint a disc.", source: "GPUImage",
    kernel: Kernels.Generator.circle, writesAlpha: true,
    parameters: [
      .float("radius", \.radius, in: 0...2, "The radius, as a fraction of the width."),
      .point("center", \.center, "The middle, as fractions of the picture."),
      .color("circleColor", \.circleColor, aliases: ["color"], "The disc."),
      .color("backgroundColor", \.backgroundColor, aliases: ["background"], "What is around it."),
    ])
}
