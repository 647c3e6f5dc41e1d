public import VKCore
internal import VKKernels

/// Keeps the lighter of two pictures, channel by channel.
///
/// Writes `max(a, b)` for the first picture's `a` and the second's `b`. Where both pictures are
/// seen it is that formula, elsewhere the one that is seen; alphas add up as in Porter and Duff's
/// "over".
///
/// GPUImage takes no account of alpha.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct LightenBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "lighten-blend", category: .blend, summary: "Keep what is lighter of two pictures.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.lighten,
    writesAlpha: true, aliases: ["CILightenBlendMode"], inputs: 2)
}
