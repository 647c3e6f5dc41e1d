public import VKCore
internal import VKKernels

/// The mean luminance.
///
/// The mean over all pixels as stored (straight).
///
/// GPUImage leaves out pixels of sizes that are no power of four; not so here.
///
/// Source: GPUImage.
public struct AverageLuminanceExtractor: MeanFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "average-luminance", category: .analysis, summary: "Give the mean luminance.",
    source: "GPUImage", kernel: Kernels.Analysis.luminanceMean, writesData: true,
    aliases: ["Luminosity"])

  /// The mean.
  public func value(mean: SIMD4<Double>) -> Float { Float(mean.x) }
}
