public import VKCore
internal import VKKernels

/// Adds to shadows, midtones and highlights as FFmpeg's `colorbalance` does.
///
/// Source: FFmpeg's documentation of `colorbalance`.
public struct FFmpegColorBalance: PointFilter {
  /// What is added to the shadows of red.
  public var redShadows: Float = 0
  /// What is added to the shadows of green.
  public var greenShadows: Float = 0
  /// What is added to the shadows of blue.
  public var blueShadows: Float = 0
  /// What is added to the midtones of red.
  public var redMidtones: Float = 0
  /// What is added to the midtones of green.
  public var greenMidtones: Float = 0
  /// What is added to the midtones of blue.
  public var blueMidtones: Float = 0
  /// What is added to the highlights of red.
  public var redHighlights: Float = 0
  /// What is added to the highlights of green.
  public var greenHighlights: Float = 0
  /// What is added to the highlights of blue.
  public var blueHighlights: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "colorbalance", vocabulary: .ffmpeg, category: .color,
    summary: "Add to the shadows, midtones and highlights of each channel.",
    source: "FFmpeg's documentation",
    kernel: Kernels.FFmpeg.colorBalance, makesColor: true,
    parameters: [
      .float("rs", \.redShadows, in: -1...1, identity: 0, "What is added to the shadows of red."),
      .float(
        "gs", \.greenShadows, in: -1...1, identity: 0, "What is added to the shadows of green."),
      .float("bs", \.blueShadows, in: -1...1, identity: 0, "What is added to the shadows of blue."),
      .float("rm", \.redMidtones, in: -1...1, identity: 0, "What is added to the midtones of red."),
      .float(
        "gm", \.greenMidtones, in: -1...1, identity: 0, "What is added to the midtones of green."),
      .float(
        "bm", \.blueMidtones, in: -1...1, identity: 0, "What is added to the midtones of blue."),
      .float(
        "rh", \.redHighlights, in: -1...1, identity: 0, "What is added to the highlights of red."),
      .float(
        "gh", \.greenHighlights, in: -1...1, identity: 0,
        "What is added to the highlights of green."),
      .float(
        "bh", \.blueHighlights, in: -1...1, identity: 0, "What is added to the highlights of blue."),
    ])
}
