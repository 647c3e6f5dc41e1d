public import VKCore
internal import VKKernels

/// Fades the borders to a colour.
///
/// With the distance `d` of the pixel from `center`, both as fractions of the picture (no
/// correction for its shape, so that the fade is an ellipse), writes `mix(c.rgb, color,
/// smoothstep(start, end, d))`. Alpha is kept. The default of `start` is the one in GPUImage's code,
/// not its page's 0.5.
///
/// Source: GPUImage.
public struct Vignette: PointFilter {
  /// The middle, as a fraction of the picture.
  public var center: Point = .center
  /// What the borders become.
  public var color: Color = .black
  /// The distance at which the fade starts.
  public var start: Float = 0.3
  /// The distance at which it is complete.
  public var end: Float = 0.75

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    center: Point = Self().center, color: Color = Self().color, start: Float = Self().start,
    end: Float = Self().end
  ) {
    self.center = center
    self.color = color
    self.start = start
    self.end = end
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "vignette-effect", category: .effect, summary: "Fade the borders to a colour.",
    source: "GPUImage", kernel: Kernels.Effect.vignette,
    parameters: [
      .point(
        "center", \.center, aliases: ["vignetteCenter"], "The middle, as fractions of the picture."),
      .color("color", \.color, aliases: ["vignetteColor"], "What the borders become."),
      .float(
        "start", \.start, in: 0...2, aliases: ["vignetteStart"],
        "The distance at which the fade starts."),
      .float(
        "end", \.end, in: 0...2, aliases: ["vignetteEnd"],
        "The distance at which the fade is complete."),
    ])
}
