public import VKCore
internal import VKKernels

/// Lightens a picture by a second, light colours most.
///
/// Writes `min(a / (1 - b), 1)`, 0 where `a` is 0, for the first picture's `a` and the second's
/// `b`. Where both pictures are seen it is that formula, elsewhere the one that is seen; alphas
/// add up as in Porter and Duff's "over".
///
/// GPUImage takes `b` above 0.99 for 0.99 and makes the result opaque.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct ColorDodgeBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "color-dodge-blend", category: .blend,
    summary: "Lighten by a second picture, light colours most.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.colorDodge,
    writesAlpha: true, aliases: ["CIColorDodgeBlendMode"], inputs: 2)
}
