public import VKCore
internal import VKKernels

/// Takes a white haze away, or adds one, more or less from top to bottom.
///
/// For gamma-encoded `c` at the height `y`, 0 at the top and 1 at the bottom, with `d = y·slope +
/// distance` writes `(c - d) / (1 - d)`. Alpha is kept.
///
/// GPUImage does the same to alpha, which was surely not meant. Its documentation gives a
/// distance of 0 as the default, its code 0.2, which holds here.
///
/// Source: GPUImage.
public struct Haze: PointFilter {
  /// The strength at the top; below 0 adds haze.
  public var distance: Float = 0.2
  /// The change of strength from top to bottom.
  public var slope: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(distance: Float = Self().distance, slope: Float = Self().slope) {
    self.distance = distance
    self.slope = slope
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "haze", category: .color, summary: "Take haze away, or add it.", source: "GPUImage",
    kernel: Kernels.Color.haze,
    parameters: [
      .float(
        "distance", \.distance, in: -0.3...0.3, identity: 0,
        "The strength at the top; below 0 adds haze."),
      .float(
        "slope", \.slope, in: -0.3...0.3, identity: 0, "The change of strength from top to bottom."),
    ])
}
