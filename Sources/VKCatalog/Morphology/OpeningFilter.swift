public import VKCore

/// Removes small bright spots: `Erosion`, then `Dilation`, of the same radius.
///
/// Source: GPUImage.
public struct OpeningFilter: CompositeFilter {
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
    name: "opening", category: .morphology, summary: "Remove small bright spots.",
    source: "GPUImage", writesAlpha: true,
    aliases: ["RGBOpening"],
    parameters: [
      .integer(
        "radius", \.radius, in: 0...128, identity: 0, unit: "px",
        "Pixels beside the middle one: 1 is a 3x3 square.")
    ])

  /// The two in order.
  public var body: [any Filter] { [Erosion(radius: radius), Dilation(radius: radius)] }
}
