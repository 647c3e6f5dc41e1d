public import VKCore
internal import VKKernels

/// Saturates colours by how far their brightest channel stands out.
///
/// For gamma-encoded `c` with `m` its largest channel writes `mix(c.rgb, m, -3·vibrance·(m -
/// mean(c.rgb)))`. Alpha is kept.
///
/// Source: GPUImage.
public struct Vibrance: PointFilter {
  /// The strength, -1.2 to 1.2; below 0 makes colours dull.
  public var vibrance: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(vibrance: Float = Self().vibrance) {
    self.vibrance = vibrance
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "vibrance", category: .color, summary: "Saturate dull colours more than vivid ones.",
    source: "GPUImage", kernel: Kernels.Color.vibrance,
    parameters: [
      .float(
        "vibrance", \.vibrance, in: -1.2...1.2, identity: 0,
        "The strength; below 0 makes colours dull.")
    ])
}
