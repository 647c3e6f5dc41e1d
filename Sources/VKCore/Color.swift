/// A colour: red, green and blue as the picture stores them (gamma-encoded), 0…1, alpha straight.
public struct Color: Sendable, Hashable {
  /// Red, 0…1.
  public var red: Float
  /// Green, 0…1.
  public var green: Float
  /// Blue, 0…1.
  public var blue: Float
  /// Coverage, 0…1.
  public var alpha: Float

  /// Makes a colour; `alpha` is opaque when left out.
  public init(_ red: Float, _ green: Float, _ blue: Float, _ alpha: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  public static let black = Color(0, 0, 0)
  /// Opaque white.
  public static let white = Color(1, 1, 1)
  /// Opaque red.
  public static let red = Color(1, 0, 0)
  /// Opaque green (0, 1, 0).
  public static let green = Color(0, 1, 0)
  /// Opaque blue.
  public static let blue = Color(0, 0, 1)
  /// Fully transparent black.
  public static let transparent = Color(0, 0, 0, 0)
}
