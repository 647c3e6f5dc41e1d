public import VKCore

/// Averages a rectangle as FFmpeg's `avgblur` does.
///
/// The rectangle is `2·sizeX + 1` by `2·sizeY + 1` samples of each plane. Edge samples repeat.
///
/// Source: FFmpeg's documentation of `avgblur`.
public struct FFmpegAvgBlur: LinearFilter {
  /// Samples to each side, horizontally.
  public var sizeX: Int = 1
  /// Accepted: all colours are blurred.
  public var planes: Int = 15
  /// Samples to each side, vertically; 0 takes `sizeX`.
  public var sizeY: Int = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "avgblur", vocabulary: .ffmpeg, category: .blur,
    summary: "Average a rectangle around each sample.",
    source: "FFmpeg's documentation", writesAlpha: true,
    parameters: [
      .integer("sizeX", \.sizeX, in: 1...1024, unit: "px", "Samples to each side."),
      .integer("planes", \.planes, in: 7...15, "Accepted: all colours are blurred."),
      .integer("sizeY", \.sizeY, in: 0...1024, unit: "px", "Those of columns; 0 takes sizeX."),
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let vertical = sizeY == 0 ? sizeX : sizeY
    return .separable(
      horizontal: folded(box(radius: sizeX), length: size.width),
      vertical: folded(box(radius: vertical), length: size.height))
  }
}
