public import VKCore
internal import VKKernels

/// Multiplies two pictures.
///
/// With straight alphas `a` and `b`: alpha is `a + b - a·b`; colour times alpha is
/// `first·second·a·b + second·b·(1 - a) + first·a·(1 - b)`.
///
/// GPUImage's formula is this one for premultiplied pictures; it is applied here to what straight
/// alpha means.
///
/// Source: W3C Compositing and Blending Level 1, "multiply".
public struct MultiplyBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "multiply", category: .blend, summary: "Multiply two pictures.",
    source: "W3C Compositing and Blending Level 1", kernel: Kernels.Blend.multiply,
    writesAlpha: true, aliases: ["CIMultiplyBlendMode"], inputs: 2)
}
