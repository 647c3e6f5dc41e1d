public import VKCore
internal import VKKernels

/// Draws a histogram of the picture: bars from the bottom in each channel's colour, white for
/// luminance, on black.
///
/// The longest bar fills the picture's height. GPUImage lets 255 pixels fill it whatever the
/// picture's size.
///
/// Source: GPUImage.
public struct HistogramDisplay: SamplingFilter, CountedFilter {
  /// What is counted.
  public var type: HistogramType = .rgb
  /// Of so many pixels in a row one is counted.
  public var downsamplingFactor: Int = 16
  /// Columns of the result.
  public var width: Int = 256
  /// Rows of the result.
  public var height: Int = 256

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    type: HistogramType = Self().type,
    downsamplingFactor: Int = Self().downsamplingFactor,
    width: Int = Self().width,
    height: Int = Self().height
  ) {
    self.type = type
    self.downsamplingFactor = downsamplingFactor
    self.width = width
    self.height = height
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "histogram-display", category: .analysis, summary: "Draw a histogram.",
    source: "GPUImage", kernel: Kernels.Analysis.histogramDisplay, writesAlpha: true,
    aliases: ["GPUImageHistogramGenerator"],
    parameters: [
      .choice("type", \.type, "What is counted."),
      .integer(
        "downsamplingFactor", \.downsamplingFactor, in: 1...65536,
        "Of so many pixels, row by row, one is counted."),
      .integer(
        "width", \.width, in: 1...4096, unit: "px", aliases: ["overriddenOutputSize.0"],
        "Columns of the result."),
      .integer(
        "height", \.height, in: 1...4096, unit: "px", aliases: ["overriddenOutputSize.1"],
        "Rows of the result."),
    ])

  /// The histogram.
  public var counting: any CountingFilter {
    Histogram(type: type, downsamplingFactor: downsamplingFactor)
  }

  /// The size that was asked for.
  public func outputSize(for size: Size) throws(FilterError) -> Size { Size(width, height) }

  /// The output has no fields.
  public func rowParity(for size: Size) -> RowParity { .lost }
}
