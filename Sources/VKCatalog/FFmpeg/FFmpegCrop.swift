public import VKCore

/// Cuts a rectangle out as FFmpeg's `crop` does.
///
/// The rectangle is kept to the pixel in every format, as FFmpeg does with `exact=1`. `x` and `y` may
/// change with the time `t` in seconds and the number `n` of the frame; then they are held inside the
/// picture.
///
/// Source: FFmpeg's documentation of `crop`.
public struct FFmpegCrop: AdaptiveFilter {
  /// Columns that stay.
  public var width: Expression = "iw"
  /// Rows that stay.
  public var height: Expression = "ih"
  /// The left column.
  public var x: Expression = "(in_w-out_w)/2"
  /// The top row.
  public var y: Expression = "(in_h-out_h)/2"
  /// Accepted: pixels keep their shape.
  public var keepsAspect: Bool = false
  /// Accepted: the rectangle is always exact.
  public var isExact: Bool = true

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    width: Expression, height: Expression, x: Expression = Self().x, y: Expression = Self().y
  ) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
  }

  private static let sides = FFmpegSides.names
  private static let places = sides + ["x", "y", "t", "n"]

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "crop", vocabulary: .ffmpeg, category: .geometry, summary: "Cut a rectangle out.",
    source: "FFmpeg's documentation",
    parameters: [
      .expression(
        "out_w", \.width, over: sides, unit: "px", aliases: ["w", "width"], "Columns that stay."),
      .expression(
        "out_h", \.height, over: sides, unit: "px", aliases: ["h", "height"], "Rows that stay."),
      .expression("x", \.x, over: places, unit: "px", "The left column."),
      .expression("y", \.y, over: places, unit: "px", "The top row."),
      .boolean("keep_aspect", \.keepsAspect, "Accepted: pixels keep their shape."),
      .boolean("exact", \.isExact, "Accepted: the rectangle is always exact."),
    ])

  /// The filter for a frame.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    var sides = FFmpegSides(situation.size, zeroKeeps: false)
    let size = try sides.output(width, height, keys: ("out_w", "out_h"))
    // To `Crop` 0 would be the picture's own side.
    guard size.width > 0, size.height > 0 else {
      throw FilterError(
        .invalidSize, "crop: \(size) has no pixels; out_w and out_h are 1 or more")
    }
    var variables = sides.variables.merging(situation.timeVariables) { $1 }
    let left = x.variables.contains("y") ? 0 : try wholePixels(x, variables, "x")
    variables["x"] = Double(left)
    let top = try wholePixels(y, variables, "y")
    variables["y"] = Double(top)
    let column = x.variables.contains("y") ? try wholePixels(x, variables, "x") : left
    return [
      Crop(
        width: size.width, height: size.height,
        x: held(column, by: x, max: situation.size.width - size.width),
        y: held(top, by: y, max: situation.size.height - size.height))
    ]
  }

  /// What moves with time stays inside the picture; what is fixed must lie there.
  private func held(_ place: Int, by expression: Expression, max: Int) -> Int {
    let moves = !expression.variables.isDisjoint(with: ["t", "n"])
    return moves ? Swift.max(0, min(place, max)) : place
  }
}
