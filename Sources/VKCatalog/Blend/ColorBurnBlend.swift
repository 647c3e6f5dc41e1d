public import VKCore
internal import VKKernels

/// Darkens a picture by a second, dark colours most.
///
/// Writes `1 - min((1 - a) / b, 1)`, 1 where `a` is 1, for the first picture's `a` and the
/// second's `b`. Where both pictures are seen it is that formula, elsewhere the one that is seen;
/// alphas add up as in Porter and Duff's "over".
///
/// GPUImage divides by zero where `b` is black, takes no account of the second alpha, and burns
/// alpha too.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct ColorBurnBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "color-burn-blend", category: .blend,
    summary: "Darken by a second picture, dark colours most.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.colorBurn,
    writesAlpha: true, aliases: ["CIColorBurnBlendMode"], inputs: 2)
}
