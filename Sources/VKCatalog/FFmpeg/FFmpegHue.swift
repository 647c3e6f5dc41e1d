public import VKCore
internal import VKKernels

/// Turns hue and scales saturation as FFmpeg's `hue` does.
///
/// Turns the chroma of Y′CbCr codes by `h` degrees (or `H` radians), times `s`; adds `b` times a tenth
/// of 255 codes to luma. The three may change with the time `t` in seconds and the number `n` of the
/// frame. Alpha is kept.
///
/// Source: FFmpeg's documentation of `hue`.
public struct FFmpegHue: AdaptiveFilter {
  /// Degrees.
  public var degrees: Expression = 0
  /// Gain of chroma, -10 to 10.
  public var saturation: Expression = 1
  /// Radians; count when they are not 0.
  public var radians: Expression = 0
  /// Brightness, -10 to 10.
  public var brightness: Expression = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(degrees: Expression, saturation: Expression = Self().saturation) {
    self.degrees = degrees
    self.saturation = saturation
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "hue", vocabulary: .ffmpeg, category: .color,
    summary: "Turn the hue and scale the saturation of Y'CbCr.", source: "FFmpeg's documentation",
    parameters: [
      .expression("h", \.degrees, over: ["t", "n"], "Degrees."),
      .expression("s", \.saturation, over: ["t", "n"], "Gain of chroma, -10 to 10."),
      .expression("H", \.radians, over: ["t", "n"], "Radians, in place of h."),
      .expression("b", \.brightness, over: ["t", "n"], "Brightness, -10 to 10."),
    ])

  /// The filter for a frame.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    let time = situation.timeVariables
    let turn = try radians.value(time)
    return [
      HuePass(
        angle: Float(turn == 0 ? try degrees.value(time) * .pi / 180 : turn),
        saturation: Float(min(max(try saturation.value(time), -10), 10)),
        brightness: Float(min(max(try brightness.value(time), -10), 10)))
    ]
  }
}

/// Turns chroma by an angle in radians.
struct HuePass: PointFilter {
  var angle: Float = 0
  var saturation: Float = 1
  var brightness: Float = 0

  init() {}

  init(angle: Float, saturation: Float, brightness: Float) {
    self.angle = angle
    self.saturation = saturation
    self.brightness = brightness
  }

  static let info = FilterInfo<Self>(
    name: "hue-pass", category: .color, summary: "Turn chroma.", source: "FFmpeg's documentation",
    kernel: Kernels.FFmpeg.hue, domain: .yuv,
    parameters: [
      .float("angle", \.angle, in: -1e9...1e9, identity: 0, "Radians."),
      .float("saturation", \.saturation, in: -10...10, identity: 1, "Gain of chroma."),
      .float("brightness", \.brightness, in: -10...10, identity: 0, "Added to luma."),
    ])
}
