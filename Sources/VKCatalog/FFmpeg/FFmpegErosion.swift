public import VKCore

/// Spreads what is dark by a sample as FFmpeg's `erosion` does.
///
/// Each sample of a plane becomes the smallest of itself and those of its eight neighbours that
/// `coordinates` names, but changes by no more than the plane's threshold.
///
/// Source: FFmpeg's documentation of `erosion`.
public struct FFmpegErosion: AdaptiveFilter {
  /// A bit for each neighbour, row by row.
  public var coordinates: Int = 255
  /// The most that the first plane changes, in codes of 255.
  public var threshold0: Int = 65535
  /// The most that the second plane changes.
  public var threshold1: Int = 65535
  /// The most that the third plane changes.
  public var threshold2: Int = 65535
  /// The most that alpha changes.
  public var threshold3: Int = 65535

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "erosion", vocabulary: .ffmpeg, category: .morphology,
    summary: "Spread what is dark by a pixel.", source: "FFmpeg's documentation",
    writesAlpha: true,
    parameters: [
      .integer("coordinates", \.coordinates, in: 0...255, "A bit for each neighbour, row by row."),
      .integer("threshold0", \.threshold0, in: 0...65535, "The most that luma (green) changes."),
      .integer("threshold1", \.threshold1, in: 0...65535, "The most that Cb (blue) changes."),
      .integer("threshold2", \.threshold2, in: 0...65535, "The most that Cr (red) changes."),
      .integer("threshold3", \.threshold3, in: 0...65535, "The most that alpha changes."),
    ])

  /// The filter that does it.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    [
      NeighborExtreme(
        isMaximum: false, coordinates: coordinates,
        limits: [threshold0, threshold1, threshold2, threshold3].map { Float($0) / 255 })
    ]
  }
}
