public import VKCore
internal import VKKernels

/// Gives a picture the hue and saturation of a second.
///
/// Writes `b` with the luminosity `0.3·r + 0.59·g + 0.11·b` of `a` for the first picture's `a`
/// and the second's `b`. Where both pictures are seen it is that formula, elsewhere the one that
/// is seen; alphas add up as in Porter and Duff's "over".
///
/// GPUImage keeps the first alpha.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct ColorBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "color-blend", category: .blend,
    summary: "Take hue and saturation from a second picture.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.color,
    writesAlpha: true, aliases: ["CIColorBlendMode"], inputs: 2)
}
