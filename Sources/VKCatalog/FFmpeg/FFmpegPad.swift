public import VKCore

/// Puts the picture on a larger one of one colour as FFmpeg's `pad` does.
///
/// Places are kept to the pixel in every format.
///
/// Source: FFmpeg's documentation of `pad`.
public struct FFmpegPad: AdaptiveFilter {
  /// Columns of the result; 0 keeps the picture's.
  public var width: Expression = "iw"
  /// Rows of the result; 0 keeps the picture's.
  public var height: Expression = "ih"
  /// The column of the picture's left side; below 0 centres it.
  public var x: Expression = 0
  /// The row of the picture's top; below 0 centres it.
  public var y: Expression = 0
  /// What is around the picture.
  public var color: Color = .black
  /// When expressions are worked out: the pictures' size decides alone.
  public var evaluation: FFmpegOverlay.Evaluation = .initially
  /// The shape that the result is made wide or high enough for; 0 asks for none.
  public var aspect: Expression = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    width: Expression, height: Expression, x: Expression = Self().x, y: Expression = Self().y,
    color: Color = Self().color
  ) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
    self.color = color
  }

  private static let sides = FFmpegSides.names

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "pad", vocabulary: .ffmpeg, category: .geometry,
    summary: "Put the picture on a larger one of one colour.", source: "FFmpeg's documentation",
    writesAlpha: true,
    parameters: [
      .expression(
        "width", \.width, over: sides, unit: "px", aliases: ["w"],
        "Columns of the result; 0 keeps the picture's."),
      .expression(
        "height", \.height, over: sides, unit: "px", aliases: ["h"],
        "Rows of the result; 0 keeps the picture's."),
      .expression(
        "x", \.x, over: sides + ["y"], unit: "px",
        "The column of the picture's left side; below 0 centres it."),
      .expression(
        "y", \.y, over: sides + ["x"], unit: "px",
        "The row of the picture's top; below 0 centres it."),
      .color("color", \.color, "What is around the picture."),
      .choice("eval", \.evaluation, "Accepted: the pictures' size decides alone."),
      .expression("aspect", \.aspect, over: [], "A shape to fit, such as 16/9."),
    ])

  /// The filter for a frame.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    var sides = FFmpegSides(situation.size)
    var size = try sides.output(width, height, keys: ("width", "height"))
    let shape = try aspect.value([:])
    if shape > 0 {
      let wide = Int((Double(size.height) * shape).rounded())
      if wide > size.width {
        size.width = wide
      } else {
        size.height = Int((Double(size.width) / shape).rounded())
      }
      sides.set(size)
    }
    var variables = sides.variables
    let left = x.variables.contains("y") ? 0 : try wholePixels(x, variables, "x")
    variables["x"] = Double(left)
    let top = try wholePixels(y, variables, "y")
    variables["y"] = Double(top)
    let column = x.variables.contains("y") ? try wholePixels(x, variables, "x") : left
    return [
      Pad(
        width: size.width, height: size.height, x: max(column, -1), y: max(top, -1), color: color)
    ]
  }
}
