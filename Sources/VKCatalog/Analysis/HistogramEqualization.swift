public import VKCore
internal import VKKernels

/// Spreads values evenly from black to white.
///
/// A value becomes the share of counted pixels above black that are no lighter, by the histogram's
/// running sum, interpolated between bins. Each channel by itself, or luminance, whose change is
/// then added to all channels. Alpha is kept. The share is that of all counted pixels, so that
/// the lightest value ends short of white by the share that is black, where OpenCV stretches it.
///
/// GPUImage drops the first bins, reads its table half an entry low and stops with a division by 0
/// for single channels; not so here.
///
/// Source: GPUImage.
public struct HistogramEqualization: PointFilter, CountedFilter {
  /// What is counted.
  public var type: HistogramType = .rgb
  /// Of so many pixels in a row one is counted.
  public var downsamplingFactor: Int = 16

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    type: HistogramType = Self().type,
    downsamplingFactor: Int = Self().downsamplingFactor
  ) {
    self.type = type
    self.downsamplingFactor = downsamplingFactor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "histogram-equalization", category: .analysis,
    summary: "Spread values evenly from black to white.",
    source: "GPUImage", kernel: Kernels.Analysis.equalization,
    parameters: [
      .choice("type", \.type, "What is counted."),
      .integer(
        "downsamplingFactor", \.downsamplingFactor, in: 1...65536,
        "Of so many pixels, row by row, one is counted."),
    ])

  /// The histogram.
  public var counting: any CountingFilter {
    Histogram(type: type, downsamplingFactor: downsamplingFactor)
  }

  /// Counts are summed up.
  public static let sumsUp = true
}
