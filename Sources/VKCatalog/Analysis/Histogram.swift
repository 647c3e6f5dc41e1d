public import VKCore
internal import VKKernels

/// Counts values of each channel, or of luminance, in 256 bins.
///
/// Of `downsamplingFactor` pixels, row by row, the first counts. A channel's bin is its value
/// times 255, rounded; luminance's is cut.
///
/// GPUImage counts to 255 at most and skips one pixel less than asked for; not so here.
///
/// Source: GPUImage.
public struct Histogram: CountingFilter {
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
    name: "histogram", category: .analysis, summary: "Count values of each channel.",
    source: "GPUImage", kernel: Kernels.Analysis.histogram, writesData: true,
    parameters: [
      .choice("type", \.type, "What is counted."),
      .integer(
        "downsamplingFactor", \.downsamplingFactor, in: 1...65536,
        "Of so many pixels, row by row, one is counted."),
    ])

  /// Counts by bin; empty for what was not asked for.
  public struct Counts: Sendable, Hashable {
    /// Red's.
    public let red: [Int]
    /// Green's.
    public let green: [Int]
    /// Blue's.
    public let blue: [Int]
    /// Luminance's.
    public let luminance: [Int]
  }

  /// A row of 256 for each channel and one for luminance.
  public func counterCount(for size: Size) -> Int { 4 * 256 }

  /// The counts.
  public func value(counts: UnsafeBufferPointer<UInt32>, size: Size) -> Counts {
    func row(_ index: Int, _ types: Set<HistogramType>) -> [Int] {
      guard types.contains(type) else { return [] }
      return counts[(index * 256)..<(index * 256 + 256)].map { Int($0) }
    }
    return Counts(
      red: row(0, [.red, .rgb]), green: row(1, [.green, .rgb]), blue: row(2, [.blue, .rgb]),
      luminance: row(3, [.luminance]))
  }
}

/// What a histogram counts.
public enum HistogramType: String, Sendable, CaseIterable {
  /// Red.
  case red
  /// Green.
  case green
  /// Blue.
  case blue
  /// Luminance.
  case luminance
  /// Red, green and blue, each by itself.
  case rgb
}
