public import VKCore
internal import VKKernels

/// Gives a picture the saturation of a second.
///
/// Writes `a` with the saturation (the largest channel less the least) of `b` and the luminosity
/// `0.3·r + 0.59·g + 0.11·b` of `a` for the first picture's `a` and the second's `b`. Where both
/// pictures are seen it is that formula, elsewhere the one that is seen; alphas add up as in
/// Porter and Duff's "over".
///
/// GPUImage takes cyan for grey and mixes the channels of violet up.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct SaturationBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "saturation-blend", category: .blend, summary: "Take saturation from a second picture.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.saturation,
    writesAlpha: true, aliases: ["CISaturationBlendMode"], inputs: 2)
}
