public import VKCore
internal import VKKernels

/// Lights a picture softly by a second.
///
/// Writes `a·a + 2·a·b·(1 - a)` for the first picture's `a` and the second's `b`. Where both
/// pictures are seen it is that formula, elsewhere the one that is seen; alphas add up as in
/// Porter and Duff's "over".
///
/// This is the smooth formula; that of W3C and Core Image has a bend at one half. GPUImage
/// applies it to alpha too.
///
/// Source: GPUImage.
public struct SoftLightBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "soft-light-blend", category: .blend, summary: "Light softly by a second picture.",
    source: "GPUImage", kernel: Kernels.Blend.softLight, writesAlpha: true, inputs: 2)
}
