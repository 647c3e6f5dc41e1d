public import VKCore
internal import VKKernels

/// Lightens a picture by a second, as two projectors do.
///
/// Writes `1 - (1 - a)·(1 - b)` for the first picture's `a` and the second's `b`. Where both
/// pictures are seen it is that formula, elsewhere the one that is seen; alphas add up as in
/// Porter and Duff's "over".
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct ScreenBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "screen-blend", category: .blend,
    summary: "Lighten by a second picture, as two projectors do.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.screen,
    writesAlpha: true, aliases: ["CIScreenBlendMode"], inputs: 2)
}
