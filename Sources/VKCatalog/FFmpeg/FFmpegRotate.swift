public import VKCore
internal import VKKernels

/// Turns the picture by any angle as FFmpeg's `rotate` does.
///
/// Clockwise about the middle, by linear interpolation or to the nearest pixel; what lies outside the
/// picture becomes `fillcolor`.
///
/// Source: FFmpeg's documentation of `rotate`.
public struct FFmpegRotate: AdaptiveFilter {
  /// Radians clockwise.
  public var angle: Expression = 0
  /// Columns of the result.
  public var width: Expression = "iw"
  /// Rows of the result.
  public var height: Expression = "ih"
  /// What is around the picture.
  public var fillColor: Color = .black
  /// Whether pixels are interpolated.
  public var isBilinear: Bool = true

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "rotate", vocabulary: .ffmpeg, category: .geometry,
    summary: "Turn the picture by any angle.", source: "FFmpeg's documentation",
    writesAlpha: true,
    parameters: [
      .expression(
        "angle", \.angle, over: FFmpegSides.names + ["t", "n"], aliases: ["a"],
        "Radians clockwise."),
      .expression(
        "out_w", \.width, over: FFmpegSides.names, unit: "px", aliases: ["ow"],
        "Columns of the result."),
      .expression(
        "out_h", \.height, over: FFmpegSides.names, unit: "px", aliases: ["oh"],
        "Rows of the result."),
      .color("fillcolor", \.fillColor, aliases: ["c"], "What is around the picture."),
      .boolean("bilinear", \.isBilinear, "Whether pixels are interpolated."),
    ])

  /// The filter for a frame.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    var sides = FFmpegSides(situation.size)
    let size = try sides.output(width, height, keys: ("out_w", "out_h"), isRounded: true)
    let turn = try angle.value(sides.variables.merging(situation.timeVariables) { $1 })
    return [
      Rotation(
        width: size.width, height: size.height,
        angle: Float(turn.remainder(dividingBy: 2 * .pi)), fill: fillColor, isBilinear: isBilinear)
    ]
  }
}

/// A turn about the middle.
struct Rotation: SamplingFilter {
  var width = 0
  var height = 0
  var angle: Float = 0
  var fill = Color.black
  var isBilinear = true

  init() {}

  init(width: Int, height: Int, angle: Float, fill: Color, isBilinear: Bool) {
    self.width = width
    self.height = height
    self.angle = angle
    self.fill = fill
    self.isBilinear = isBilinear
  }

  static let info = FilterInfo<Self>(
    name: "rotation", category: .geometry, summary: "Turn by any angle.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.rotate, writesAlpha: true,
    parameters: [
      .integer("width", \.width, in: 0...65535, unit: "px", "Columns."),
      .integer("height", \.height, in: 0...65535, unit: "px", "Rows."),
      .float("angle", \.angle, in: -4...4, identity: 0, "Radians clockwise."),
      .color("fill", \.fill, "What is around the picture."),
      .boolean("isBilinear", \.isBilinear, "Whether pixels are interpolated."),
    ])

  func outputSize(for size: Size) throws(FilterError) -> Size { Size(width, height) }
}
