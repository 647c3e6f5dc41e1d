public import VKCore
internal import VKKernels

/// Adjusts brightness, contrast, saturation and gamma as FFmpeg's `eq` does.
///
/// On Y′CbCr codes over 255: each component `v` becomes `contrast·(v - 0.5) + 0.5 + brightness`, then
/// `mix(v, v^(1/gamma), gamma_weight)`. Chroma takes the saturation for the contrast, and the square
/// root of the ratio of its colour's gamma to green's for the gamma. Alpha is kept.
///
/// Source: FFmpeg's documentation of `eq`.
public struct FFmpegEq: AdaptiveFilter {
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
    source: "FFmpeg's documentation",
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

  /// Gains and offsets, and powers where a gamma is not 1: they cost several times as much.
  public func filters(for situation: FilterSituation) -> [any Filter] {
    let gains = EqPass(contrast: contrast, brightness: brightness, saturation: saturation)
    let powers = EqGammaPass(
      luma: 1 / (gamma * gammaGreen), blue: 1 / (gammaBlue / gammaGreen).squareRoot(),
      red: 1 / (gammaRed / gammaGreen).squareRoot(), weight: gammaWeight)
    return powers.changesNothing ? [gains] : [gains, powers]
  }
}

/// Gains and offsets of Y′CbCr codes about the middle.
struct EqPass: PointFilter {
  var contrast: Float = 1
  var brightness: Float = 0
  var saturation: Float = 1

  init() {}

  init(contrast: Float, brightness: Float, saturation: Float) {
    self.contrast = contrast
    self.brightness = brightness
    self.saturation = saturation
  }

  static let info = FilterInfo<Self>(
    name: "eq-pass", category: .color, summary: "Gains and offsets of Y'CbCr.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.eq, domain: .yuv,
    parameters: [
      .float("contrast", \.contrast, in: -10...10, identity: 1, "Gain of luma."),
      .float("brightness", \.brightness, in: -1...1, identity: 0, "Added to luma."),
      .float("saturation", \.saturation, in: 0...3, identity: 1, "Gain of chroma."),
    ])
}

/// Powers of Y′CbCr codes.
struct EqGammaPass: PointFilter {
  var luma: Float = 1
  var blue: Float = 1
  var red: Float = 1
  var weight: Float = 1

  init() {}

  init(luma: Float, blue: Float, red: Float, weight: Float) {
    self.luma = luma
    self.blue = blue
    self.red = red
    self.weight = weight
  }

  var changesNothing: Bool { luma == 1 && blue == 1 && red == 1 }

  static let info = FilterInfo<Self>(
    name: "eq-gamma", category: .color, summary: "Powers of Y'CbCr.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.eqGamma, domain: .yuv,
    parameters: [
      .float("luma", \.luma, in: 0...1000, identity: 1, "Power of luma."),
      .float("blue", \.blue, in: 0...1000, identity: 1, "Power of blue's difference."),
      .float("red", \.red, in: 0...1000, identity: 1, "Power of red's difference."),
      .float("weight", \.weight, in: 0...1, identity: 1, "Share of the powers."),
    ])
}
