/// A picture's width and height in pixels.
public struct Size: Sendable, Hashable, CustomStringConvertible {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size of `width` columns and `height` rows.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// `WIDTHxHEIGHT`.
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle of whole pixels; the origin is the top left.
public struct Region: Sendable, Hashable {
  /// Left column.
  public var x: Int
  /// Top row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a rectangle from its top left corner and its size.
  public init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A point or a vector in the plane; a position is a fraction of the picture unless said otherwise.
public struct Point: Sendable, Hashable {
  /// Along the rows, rightwards.
  public var x: Float
  /// Along the columns, downwards.
  public var y: Float

  /// Makes a point.
  public init(_ x: Float, _ y: Float) {
    self.x = x
    self.y = y
  }

  /// The middle of the picture.
  public static let center = Point(0.5, 0.5)
}
