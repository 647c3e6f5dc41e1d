public import VKCore
internal import VKKernels

/// Adjusts brightness, contrast, saturation and gamma as FFmpeg's `eq` does.
///
/// On Y′CbCr codes over 255: each component `v` becomes `contrast·(v - 0.5) + 0.5 + brightness`, then
/// `mix(v, v^(1/gamma), gamma_weight)`. Chroma takes the saturation for the contrast, and the square
/// root of the ratio of its colour's gamma to green's for the gamma. Alpha is kept.
///
/// Source: FFmpeg's documentation of `eq`.
public struct FFmpegEq: PointFilter {
  /// Gain of luma about the middle.
  public var contrast: Float = 1
  /// What is added to luma, in shares of 255 codes.
  public var brightness: Float = 0
  /// Gain of chroma.
  public var saturation: Float = 1
  /// Gamma of all colours.
  public var gamma: Float = 1
  /// Gamma of red.
  public var gammaRed: Float = 1
  /// Gamma of green.
  public var gammaGreen: Float = 1
  /// Gamma of blue.
  public var gammaBlue: Float = 1
  /// Share of the gammas.
  public var gammaWeight: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    contrast: Float = Self().contrast, brightness: Float = Self().brightness,
    saturation: Float = Self().saturation
  ) {
    self.contrast = contrast
    self.brightness = brightness
    self.saturation = saturation
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "eq", vocabulary: .ffmpeg, category: .color,
    summary: "Adjust brightness, contrast, saturation and gamma of Y'CbCr.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.eq, domain: .yuv,
    parameters: [
      .float("contrast", \.contrast, in: -10...10, identity: 1, "Below 0 inverts."),
      .float("brightness", \.brightness, in: -1...1, identity: 0, "0 changes nothing."),
      .float("saturation", \.saturation, in: 0...3, identity: 1, "0 is grey."),
      .float("gamma", \.gamma, in: 0.1...10, identity: 1, "Above 1 is brighter."),
      .float("gamma_r", \.gammaRed, in: 0.1...10, identity: 1, "That of red."),
      .float("gamma_g", \.gammaGreen, in: 0.1...10, identity: 1, "That of green."),
      .float("gamma_b", \.gammaBlue, in: 0.1...10, identity: 1, "That of blue."),
      .float("gamma_weight", \.gammaWeight, in: 0...1, identity: 1, "Share of the gammas."),
    ])
}
