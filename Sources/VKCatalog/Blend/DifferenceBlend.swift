public import VKCore
internal import VKKernels

/// Shows by how much two pictures differ.
///
/// Writes `|a - b|` for the first picture's `a` and the second's `b`. Where both pictures are
/// seen it is that formula, elsewhere the one that is seen; alphas add up as in Porter and Duff's
/// "over".
///
/// GPUImage takes no account of the second alpha.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct DifferenceBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "difference-blend", category: .blend, summary: "Show by how much two pictures differ.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.difference,
    writesAlpha: true, aliases: ["CIDifferenceBlendMode"], inputs: 2)
}
