public import VKCore
internal import VKKernels

/// Shows which neighbours have as much of each colour or more: `LocalBinaryPattern` for each
/// channel.
///
/// Edge pixels repeat. Alpha is kept. GPUImage swaps green and blue; not so here.
///
/// Source: GPUImage.
public struct ColorLocalBinaryPattern: SamplingFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "color-local-binary-pattern", category: .convolution,
    summary: "Show which neighbours have as much of each colour or more.",
    source: "GPUImage", kernel: Kernels.Convolution.colorLocalBinaryPattern)
}
