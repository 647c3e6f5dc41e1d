public import VKCore
internal import VKKernels

/// Blackens all pixels but those whose red is the largest of their 3×3 neighbourhood.
///
/// Of equal neighbours the first, by columns from the left, stays. Edge pixels repeat. Alpha is
/// kept.
///
/// Source: GPUImage (its first version).
public struct NonMaximumSuppression: SamplingFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "non-maximum-suppression", category: .convolution,
    summary: "Blacken all but local maxima of red.",
    source: "GPUImage", kernel: Kernels.Convolution.nonMaximumSuppression)
}
