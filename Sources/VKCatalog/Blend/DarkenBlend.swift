public import VKCore
internal import VKKernels

/// Keeps the darker of two pictures, channel by channel.
///
/// Writes `min(a, b)` for the first picture's `a` and the second's `b`. Where both pictures are
/// seen it is that formula, elsewhere the one that is seen; alphas add up as in Porter and Duff's
/// "over".
///
/// GPUImage makes the result opaque.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct DarkenBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "darken-blend", category: .blend, summary: "Keep what is darker of two pictures.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.darken,
    writesAlpha: true, aliases: ["CIDarkenBlendMode"], inputs: 2)
}
