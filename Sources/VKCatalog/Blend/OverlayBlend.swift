public import VKCore
internal import VKKernels

/// Adds contrast: dark parts of the first picture are multiplied, bright ones screened.
///
/// Writes `2·a·b` where `a` is one half or less, else `1 - 2·(1 - a)·(1 - b)`, for the first
/// picture's `a` and the second's `b`. Where both pictures are seen it is that formula, elsewhere
/// the one that is seen; alphas add up as in Porter and Duff's "over".
///
/// GPUImage makes the result opaque.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct OverlayBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "overlay-blend", category: .blend,
    summary: "Multiply or screen, as the picture is dark or bright.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.overlay,
    writesAlpha: true, aliases: ["CIOverlayBlendMode"], inputs: 2)
}
