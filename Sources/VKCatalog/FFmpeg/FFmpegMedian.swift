public import VKCore

/// Takes a median, or another percentile, of each plane as FFmpeg's `median` does.
///
/// The window is `2·radius + 1` by `2·radiusV + 1` samples; edge samples repeat. Alpha is kept.
///
/// Source: FFmpeg's documentation of `median`.
public struct FFmpegMedian: RankFilter {
  /// Samples to each side, horizontally.
  public var radius: Int = 1
  /// A bit for each plane: luma and the two of chroma, or green, blue and red.
  public var planes: Int = 15
  /// Samples to each side, vertically; 0 takes `radius`.
  public var radiusV: Int = 0
  /// The share of samples that are smaller.
  public var percentile: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "median", vocabulary: .ffmpeg, category: .morphology,
    summary: "Take the median of a window around each sample.", source: "FFmpeg's documentation",
    domain: .stored,
    parameters: [
      .integer("radius", \.radius, in: 1...8, unit: "px", "Samples to each side."),
      .integer("planes", \.planes, in: 0...15, "A bit for each plane that is worked on."),
      .integer("radiusV", \.radiusV, in: 0...8, unit: "px", "Those of columns; 0 takes radius."),
      .float("percentile", \.percentile, in: 0...1, "The share of samples that are smaller."),
    ])

  /// The window; which sample is the median is FFmpeg's choice where their number times the percentile is no whole one.
  public var window: RankWindow {
    let (across, down) = (radius, radiusV == 0 ? radius : radiusV)
    let last = (2 * across + 1) * (2 * down + 1) - 1
    return RankWindow(
      radiusX: across, radiusY: down, rank: Int(Float(last) * percentile), planes: planes)
  }
}
