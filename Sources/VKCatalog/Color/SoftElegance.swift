public import VKCore

/// Looks colours up in a table, softens the picture, and looks colours up in a second table.
///
/// The softened picture is 0.86 of what the first table gives and 0.14 of its Gaussian blur with σ = 10. GPUImage's two
/// lookup pictures are not shipped; without tables only the softening is done.
///
/// Source: GPUImage.
public struct SoftElegance: CompositeFilter {
  /// The table before the softening.
  public var lookupImage1: LookupTable = .identity
  /// The table behind it.
  public var lookupImage2: LookupTable = .identity

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(lookupImage1: LookupTable, lookupImage2: LookupTable) {
    self.lookupImage1 = lookupImage1
    self.lookupImage2 = lookupImage2
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "soft-elegance", category: .color,
    summary: "Look colours up in a table, soften, and look them up in a second table.",
    source: "GPUImage", makesColor: true,
    parameters: [
      .table("lookupImage1", \.lookupImage1, identity: nil, "The table before the softening."),
      .table("lookupImage2", \.lookupImage2, identity: nil, "The table behind it."),
    ])

  /// What it is made of.
  public var body: [any Filter] {
    [
      ColorCube(table: lookupImage1), UnsharpMask(blurRadiusInPixels: 10, intensity: 0.86),
      ColorCube(table: lookupImage2),
    ]
  }
}
