public import VKCore

/// Spreads what is bright: each channel becomes the maximum of a square.
///
/// The square is `2·radius + 1` pixels wide; alpha is a channel like the others. Edge pixels
/// repeat. 0 changes nothing. The cost grows with the radius' logarithm.
///
/// GPUImage stops at a radius of 4 and takes 0 for 1; not so here.
///
/// Source: GPUImage.
public struct Dilation: CompositeFilter {
  /// Pixels from the middle pixel to the square's side.
  public var radius: Int = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(radius: Int) {
    self.radius = radius
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "dilate", category: .morphology, summary: "Spread what is bright.",
    source: "GPUImage", writesAlpha: true,
    aliases: ["RGBDilation"],
    parameters: [
      .integer(
        "radius", \.radius, in: 0...128, identity: 0, unit: "px",
        "Pixels beside the middle one: 1 is a 3x3 square.")
    ])

  /// Passes along the rows, then along the columns.
  public var body: [any Filter] { ExtremePass.passes(radius: radius, isMinimum: false) }
}
