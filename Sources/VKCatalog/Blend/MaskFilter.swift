public import VKCore
internal import VKKernels

/// Cuts a picture out by the brightness of a second one.
///
/// Multiplies alpha by the mean of the second picture's channels times its alpha. Colour is kept.
///
/// GPUImage puts that in alpha's place, so that what was transparent may show.
///
/// Source: GPUImage.
public struct MaskFilter: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "mask", category: .blend, summary: "Cut a picture out by a second one.",
    source: "GPUImage", kernel: Kernels.Blend.mask, makesTransparency: true, inputs: 2)
}
