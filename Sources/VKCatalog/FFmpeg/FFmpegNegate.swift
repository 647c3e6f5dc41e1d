public import VKCore
internal import VKKernels

/// Inverts what is stored as FFmpeg's `negate` does.
///
/// Each component becomes `1 - v`: codes over 255 of Y′CbCr pictures, red, green and blue of others.
///
/// Source: FFmpeg's documentation of `negate`.
public struct FFmpegNegate: PointFilter {
  /// Whether alpha is inverted too.
  public var negatesAlpha: Bool = false

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(negatesAlpha: Bool) { self.negatesAlpha = negatesAlpha }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "negate", vocabulary: .ffmpeg, category: .color, summary: "Invert every component.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.negate, domain: .stored,
    writesAlpha: true,
    parameters: [
      .boolean("negate_alpha", \.negatesAlpha, "Whether alpha is inverted too.")
    ])
}
