public import VKCore

/// Removes small dark spots: `Dilation`, then `Erosion`, of the same radius.
///
/// Source: GPUImage.
public struct ClosingFilter: CompositeFilter {
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
    name: "closing", category: .morphology, summary: "Remove small dark spots.",
    source: "GPUImage", writesAlpha: true,
    aliases: ["RGBClosing"],
    parameters: [
      .integer(
        "radius", \.radius, in: 0...128, identity: 0, unit: "px",
        "Pixels beside the middle one: 1 is a 3x3 square.")
    ])

  /// The two in order.
  public var body: [any Filter] { [Dilation(radius: radius), Erosion(radius: radius)] }
}
