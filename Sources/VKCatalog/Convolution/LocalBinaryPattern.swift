public import VKCore
internal import VKKernels

/// Shows which neighbours are as bright or brighter, as a number of eight bits in grey.
///
/// Bit 0 stands for the neighbour above to the right, the others follow anticlockwise; a bit is
/// set where the neighbour's luminance is at least the pixel's. Edge pixels repeat. Alpha is kept.
///
/// GPUImage 2 and 3 compare red alone; not so here.
///
/// Source: GPUImage (its first version).
public struct LocalBinaryPattern: SamplingFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "local-binary-pattern", category: .convolution,
    summary: "Show which neighbours are as bright or brighter.",
    source: "GPUImage", kernel: Kernels.Convolution.localBinaryPattern)
}
