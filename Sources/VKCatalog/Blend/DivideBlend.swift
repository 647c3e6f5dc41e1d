public import VKCore
internal import VKKernels

/// Divides a picture by a second.
///
/// Writes `min(a / b, 1)`, 0 where both are 0, for the first picture's `a` and the second's `b`.
/// Where both pictures are seen it is that formula, elsewhere the one that is seen; alphas add up
/// as in Porter and Duff's "over".
///
/// GPUImage divides by zero where both are black.
///
/// Source: GPUImage.
public struct DivideBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "divide-blend", category: .blend, summary: "Divide by a second picture.",
    source: "GPUImage", kernel: Kernels.Blend.divide, writesAlpha: true,
    aliases: ["CIDivideBlendMode"], inputs: 2)
}
