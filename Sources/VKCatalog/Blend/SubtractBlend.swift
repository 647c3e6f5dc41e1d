public import VKCore
internal import VKKernels

/// Takes a second picture away from a first.
///
/// Writes `max(a - b, 0)` for the first picture's `a` and the second's `b`. Where both pictures
/// are seen it is that formula, elsewhere the one that is seen; alphas add up as in Porter and
/// Duff's "over".
///
/// GPUImage takes no account of the second alpha.
///
/// Source: GPUImage.
public struct SubtractBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "subtract-blend", category: .blend, summary: "Subtract a second picture.",
    source: "GPUImage", kernel: Kernels.Blend.subtract, writesAlpha: true,
    aliases: ["CISubtractBlendMode"], inputs: 2)
}
