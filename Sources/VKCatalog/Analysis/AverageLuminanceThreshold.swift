public import VKCore
internal import VKKernels

/// White where luminance is `thresholdMultiplier` times the picture's mean luminance or more, else
/// black.
///
/// Alpha is kept. GPUImage takes the mean of the frame before; here it is that of the frame
/// itself.
///
/// Source: GPUImage.
public struct AverageLuminanceThreshold: PointFilter, CountedFilter {
  /// What the mean is multiplied by.
  public var thresholdMultiplier: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(thresholdMultiplier: Float) {
    self.thresholdMultiplier = thresholdMultiplier
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "average-luminance-threshold", category: .analysis,
    summary: "White where it is lighter than the mean, else black.",
    source: "GPUImage", kernel: Kernels.Analysis.meanThreshold,
    parameters: [
      .float(
        "thresholdMultiplier", \.thresholdMultiplier, in: 0...10, "What the mean is multiplied by.")
    ])

  /// Sums of luminance.
  public var counting: any CountingFilter { LuminanceSums() }
}

/// Eight sums of luminance in parts of 2²⁴, each in two counters.
struct LuminanceSums: CountingFilter {
  static let info = FilterInfo<Self>(
    name: "luminance-sums", category: .analysis, summary: "Sum luminance.", source: "GPUImage",
    kernel: Kernels.Analysis.luminanceSums, writesData: true)

  func counterCount(for size: Size) -> Int { 16 }
  func value(counts: UnsafeBufferPointer<UInt32>, size: Size) -> [UInt32] { Array(counts) }
}
