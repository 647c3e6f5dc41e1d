public import VKCore
internal import VKKernels

/// Replaces each channel by the median of its 3×3 neighbourhood.
///
/// Edge pixels repeat. Alpha is kept (GPUImage makes it 1).
///
/// Source: GPUImage.
public struct MedianFilter: SamplingFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "median-filter", category: .morphology, summary: "Take the median of the 3x3 neighbours.",
    source: "GPUImage", kernel: Kernels.Morphology.median, aliases: ["CIMedianFilter"])
}
