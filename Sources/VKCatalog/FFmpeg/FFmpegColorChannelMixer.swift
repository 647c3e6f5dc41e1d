public import VKCore
internal import VKKernels

/// Makes each channel a sum of the four as FFmpeg's `colorchannelmixer` does.
///
/// Source: FFmpeg's documentation of `colorchannelmixer`.
public struct FFmpegColorChannelMixer: PointFilter {
  /// What red takes of red.
  public var redFromRed: Float = 1
  /// What red takes of green.
  public var redFromGreen: Float = 0
  /// What red takes of blue.
  public var redFromBlue: Float = 0
  /// What red takes of alpha.
  public var redFromAlpha: Float = 0
  /// What green takes of red.
  public var greenFromRed: Float = 0
  /// What green takes of green.
  public var greenFromGreen: Float = 1
  /// What green takes of blue.
  public var greenFromBlue: Float = 0
  /// What green takes of alpha.
  public var greenFromAlpha: Float = 0
  /// What blue takes of red.
  public var blueFromRed: Float = 0
  /// What blue takes of green.
  public var blueFromGreen: Float = 0
  /// What blue takes of blue.
  public var blueFromBlue: Float = 1
  /// What blue takes of alpha.
  public var blueFromAlpha: Float = 0
  /// What alpha takes of red.
  public var alphaFromRed: Float = 0
  /// What alpha takes of green.
  public var alphaFromGreen: Float = 0
  /// What alpha takes of blue.
  public var alphaFromBlue: Float = 0
  /// What alpha takes of alpha.
  public var alphaFromAlpha: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "colorchannelmixer", vocabulary: .ffmpeg, category: .color,
    summary: "Make each channel of all four.", source: "FFmpeg's documentation",
    kernel: Kernels.FFmpeg.colorChannelMixer, writesAlpha: true, makesColor: true,
    parameters: [
      .float("rr", \.redFromRed, in: -2...2, identity: 1, "What red takes of red."),
      .float("rg", \.redFromGreen, in: -2...2, identity: 0, "What red takes of green."),
      .float("rb", \.redFromBlue, in: -2...2, identity: 0, "What red takes of blue."),
      .float("ra", \.redFromAlpha, in: -2...2, identity: 0, "What red takes of alpha."),
      .float("gr", \.greenFromRed, in: -2...2, identity: 0, "What green takes of red."),
      .float("gg", \.greenFromGreen, in: -2...2, identity: 1, "What green takes of green."),
      .float("gb", \.greenFromBlue, in: -2...2, identity: 0, "What green takes of blue."),
      .float("ga", \.greenFromAlpha, in: -2...2, identity: 0, "What green takes of alpha."),
      .float("br", \.blueFromRed, in: -2...2, identity: 0, "What blue takes of red."),
      .float("bg", \.blueFromGreen, in: -2...2, identity: 0, "What blue takes of green."),
      .float("bb", \.blueFromBlue, in: -2...2, identity: 1, "What blue takes of blue."),
      .float("ba", \.blueFromAlpha, in: -2...2, identity: 0, "What blue takes of alpha."),
      .float("ar", \.alphaFromRed, in: -2...2, identity: 0, "What alpha takes of red."),
      .float("ag", \.alphaFromGreen, in: -2...2, identity: 0, "What alpha takes of green."),
      .float("ab", \.alphaFromBlue, in: -2...2, identity: 0, "What alpha takes of blue."),
      .float("aa", \.alphaFromAlpha, in: -2...2, identity: 1, "What alpha takes of alpha."),
    ])
}
