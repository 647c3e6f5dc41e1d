public import VKCore
internal import VKKernels

/// Lights a picture hard: dark parts of the second multiply, bright ones screen.
///
/// Writes `2·a·b` where `b` is one half or less, else `1 - 2·(1 - a)·(1 - b)`, for the first
/// picture's `a` and the second's `b`. Where both pictures are seen it is that formula, elsewhere
/// the one that is seen; alphas add up as in Porter and Duff's "over".
///
/// GPUImage makes the result opaque.
///
/// Source: GPUImage; W3C Compositing and Blending Level 1.
public struct HardLightBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "hard-light-blend", category: .blend,
    summary: "Multiply or screen, as a second picture is dark or bright.",
    source: "GPUImage; W3C Compositing and Blending Level 1", kernel: Kernels.Blend.hardLight,
    writesAlpha: true, aliases: ["CIHardLightBlendMode"], inputs: 2)
}
