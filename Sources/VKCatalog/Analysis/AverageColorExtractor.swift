public import VKCore
internal import VKKernels

/// The mean colour.
///
/// The mean of each channel over all pixels, alpha included, as stored (straight).
///
/// GPUImage leaves out pixels of sizes that are no power of four; not so here.
///
/// Source: GPUImage.
public struct AverageColorExtractor: MeanFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "average-color", category: .analysis, summary: "Give the mean colour.",
    source: "GPUImage", kernel: Kernels.Analysis.identity, aliases: ["CIAreaAverage"])

  /// The mean as a colour.
  public func value(mean: SIMD4<Double>) -> Color {
    Color(Float(mean.x), Float(mean.y), Float(mean.z), Float(mean.w))
  }
}
