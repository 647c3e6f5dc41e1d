public import VKCore
internal import VKKernels

/// Adds two pictures.
///
/// Writes `min(a + b, 1)` for the first picture's `a` and the second's `b`. Where both pictures
/// are seen it is that formula, elsewhere the one that is seen; alphas add up as in Porter and
/// Duff's "over".
///
/// Source: GPUImage.
public struct AddBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "add-blend", category: .blend, summary: "Add two pictures.", source: "GPUImage",
    kernel: Kernels.Blend.add, writesAlpha: true,
    aliases: ["CIAdditionCompositing", "CILinearDodgeBlendMode"], inputs: 2)
}
