public import VKCore
internal import VKKernels

/// Gives a picture the hue of a second.
///
/// Writes `b` with the saturation (the largest channel less the least) of `a` and the luminosity
/// `0.3·r + 0.59·g + 0.11·b` of `a` for the first picture's `a` and the second's `b`. Where both
/// pictures are seen it is that formula, elsewhere the one that is seen; alphas add up as in
/// Porter and Duff's "over".
///
/// GPUImage takes cyan for grey and mixes the channels of violet up.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct HueBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "hue-blend", category: .blend, summary: "Take hue from a second picture.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.hue,
    writesAlpha: true, aliases: ["CIHueBlendMode"], inputs: 2)
}
