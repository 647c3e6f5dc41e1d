public import VKCore
internal import VKKernels

/// Puts a picture on a larger one of one colour.
///
/// Whole pixels, exactly; a result in which the picture finds no place is an error.
///
/// Source: order and defaults are FFmpeg's.
public struct Pad: SamplingFilter {
  /// Columns of the result; 0 keeps the picture's.
  public var width: Int = 0
  /// Rows of the result; 0 keeps the picture's.
  public var height: Int = 0
  /// The column of the picture's left side; -1 centres it.
  public var x: Int = 0
  /// The row of the picture's top; -1 centres it.
  public var y: Int = 0
  /// What is around the picture.
  public var color: Color = .black

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    width: Int, height: Int, x: Int = Self().x, y: Int = Self().y, color: Color = Self().color
  ) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
    self.color = color
  }

  /// A border that is not opaque is worth its alpha.
  public var addsAlpha: Bool { color.alpha < 1 }

  /// Whole pixels move, nothing is computed.
  public static let isRearrangement = true

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "pad-region", category: .geometry,
    summary: "Put the picture on a larger one of one colour.",
    source: "FFmpeg's documentation", kernel: Kernels.Geometry.pad, writesAlpha: true,
    parameters: [
      .integer(
        "width", \.width, in: 0...65535, identity: 0, unit: "px", aliases: ["w"],
        "Columns of the result; 0 keeps the picture's."),
      .integer(
        "height", \.height, in: 0...65535, identity: 0, unit: "px", aliases: ["h"],
        "Rows of the result; 0 keeps the picture's."),
      .integer(
        "x", \.x, in: -1...65535, identity: 0, unit: "px",
        "The column of the picture's left side; -1 centres it."),
      .integer(
        "y", \.y, in: -1...65535, identity: 0, unit: "px",
        "The row of the picture's top; -1 centres it."),
      .color("color", \.color, "What is around the picture."),
    ])

  /// The size of the result for an input of `size`.
  public func outputSize(for size: Size) throws(FilterError) -> Size {
    let result = Size(width == 0 ? size.width : width, height == 0 ? size.height : height)
    guard result.width > 0, max(x, 0) <= result.width - size.width,
      result.height > 0, max(y, 0) <= result.height - size.height
    else {
      let place = x <= 0 && y <= 0 ? "" : " at \(max(x, 0)),\(max(y, 0))"
      throw FilterError(
        .invalidSize, "pad: a picture of \(size)\(place) does not lie inside \(result)")
    }
    return result
  }

  /// The fields change places when an odd number of rows stands above the picture.
  public func rowParity(for size: Size) -> RowParity {
    let top = y >= 0 ? y : height == 0 ? 0 : (height - size.height) / 2
    return top % 2 == 0 ? .kept : .swapped
  }
}
