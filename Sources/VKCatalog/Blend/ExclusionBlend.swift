public import VKCore
internal import VKKernels

/// Shows by how much two pictures differ, with less contrast.
///
/// Writes `a + b - 2·a·b` for the first picture's `a` and the second's `b`. Where both pictures
/// are seen it is that formula, elsewhere the one that is seen; alphas add up as in Porter and
/// Duff's "over".
///
/// GPUImage keeps the first alpha.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct ExclusionBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "exclusion-blend", category: .blend,
    summary: "Show by how much two pictures differ, with less contrast.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.exclusion,
    writesAlpha: true, aliases: ["CIExclusionBlendMode"], inputs: 2)
}
