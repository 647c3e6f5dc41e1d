public import VKCore
internal import VKKernels

/// Darkens a picture by what a second lacks of white.
///
/// Writes `max(a + b - 1, 0)` for the first picture's `a` and the second's `b`. Where both
/// pictures are seen it is that formula, elsewhere the one that is seen; alphas add up as in
/// Porter and Duff's "over".
///
/// GPUImage takes no account of the second alpha, and turns black what nothing is laid over.
///
/// Source: GPUImage.
public struct LinearBurnBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "linear-burn-blend", category: .blend,
    summary: "Darken by what a second picture lacks of white.", source: "GPUImage",
    kernel: Kernels.Blend.linearBurn, writesAlpha: true, aliases: ["CILinearBurnBlendMode"],
    inputs: 2)
}
