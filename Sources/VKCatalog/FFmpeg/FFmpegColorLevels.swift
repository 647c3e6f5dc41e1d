public import VKCore
internal import VKKernels

/// Stretches the range of each channel as FFmpeg's `colorlevels` does.
///
/// Writes `(v - imin) / (imax - imin) · (omax - omin) + omin`. Levels below 0, by which FFmpeg looks for
/// the darkest and brightest pixels, are refused.
///
/// Source: FFmpeg's documentation of `colorlevels`.
public struct FFmpegColorLevels: PointFilter {
  /// What becomes the darkest red.
  public var redInputBlack: Float = 0
  /// What becomes the darkest green.
  public var greenInputBlack: Float = 0
  /// What becomes the darkest blue.
  public var blueInputBlack: Float = 0
  /// What becomes the darkest alpha.
  public var alphaInputBlack: Float = 0
  /// What becomes the brightest red.
  public var redInputWhite: Float = 1
  /// What becomes the brightest green.
  public var greenInputWhite: Float = 1
  /// What becomes the brightest blue.
  public var blueInputWhite: Float = 1
  /// What becomes the brightest alpha.
  public var alphaInputWhite: Float = 1
  /// The darkest red.
  public var redOutputBlack: Float = 0
  /// The darkest green.
  public var greenOutputBlack: Float = 0
  /// The darkest blue.
  public var blueOutputBlack: Float = 0
  /// The darkest alpha.
  public var alphaOutputBlack: Float = 0
  /// The brightest red.
  public var redOutputWhite: Float = 1
  /// The brightest green.
  public var greenOutputWhite: Float = 1
  /// The brightest blue.
  public var blueOutputWhite: Float = 1
  /// The brightest alpha.
  public var alphaOutputWhite: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "colorlevels", vocabulary: .ffmpeg, category: .color,
    summary: "Stretch the range of each channel.", source: "FFmpeg's documentation",
    kernel: Kernels.FFmpeg.colorLevels, writesAlpha: true, makesColor: true,
    parameters: [
      .float("rimin", \.redInputBlack, in: 0...1, identity: 0, "What becomes the darkest red."),
      .float("gimin", \.greenInputBlack, in: 0...1, identity: 0, "What becomes the darkest green."),
      .float("bimin", \.blueInputBlack, in: 0...1, identity: 0, "What becomes the darkest blue."),
      .float("aimin", \.alphaInputBlack, in: 0...1, identity: 0, "What becomes the darkest alpha."),
      .float("rimax", \.redInputWhite, in: 0...1, identity: 1, "What becomes the brightest red."),
      .float(
        "gimax", \.greenInputWhite, in: 0...1, identity: 1, "What becomes the brightest green."),
      .float("bimax", \.blueInputWhite, in: 0...1, identity: 1, "What becomes the brightest blue."),
      .float(
        "aimax", \.alphaInputWhite, in: 0...1, identity: 1, "What becomes the brightest alpha."),
      .float("romin", \.redOutputBlack, in: 0...1, identity: 0, "The darkest red."),
      .float("gomin", \.greenOutputBlack, in: 0...1, identity: 0, "The darkest green."),
      .float("bomin", \.blueOutputBlack, in: 0...1, identity: 0, "The darkest blue."),
      .float("aomin", \.alphaOutputBlack, in: 0...1, identity: 0, "The darkest alpha."),
      .float("romax", \.redOutputWhite, in: 0...1, identity: 1, "The brightest red."),
      .float("gomax", \.greenOutputWhite, in: 0...1, identity: 1, "The brightest green."),
      .float("bomax", \.blueOutputWhite, in: 0...1, identity: 1, "The brightest blue."),
      .float("aomax", \.alphaOutputWhite, in: 0...1, identity: 1, "The brightest alpha."),
    ])
}
