/// How a stored picture must be turned to be upright: first mirrored, then turned.
public struct Orientation: Sendable, Hashable {
  /// Quarter turns clockwise, 0…3, after mirroring.
  public var quarterTurns: Int
  /// Whether left and right are swapped before turning.
  public var isMirrored: Bool

  /// Makes an orientation; turns beyond a full circle are taken off.
  public init(quarterTurns: Int, isMirrored: Bool = false) {
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
    self.isMirrored = isMirrored
  }

  /// Upright as stored.
  public static let up = Orientation(quarterTurns: 0)

  /// Whether width and height change places.
  public var swapsAxes: Bool { quarterTurns % 2 == 1 }
}

extension Orientation {
  /// A sensor's picture when the device is held upright: turned a quarter clockwise.
  ///
  /// A sensor's own picture is the landscape one with the device's lower end (the home button) on the right.
  public static let portrait = Orientation(quarterTurns: 1)
  /// A sensor's picture when the device is held upside down.
  public static let portraitUpsideDown = Orientation(quarterTurns: 3)
  /// A sensor's own picture: the device's lower end is on the right.
  public static let landscapeRight = Orientation.up
  /// A sensor's picture when the device's lower end is on the left.
  public static let landscapeLeft = Orientation(quarterTurns: 2)

  /// How a device can be held, by name; with `mirrored` these are all eight orientations.
  package static let named: [(name: String, orientation: Orientation)] = [
    ("portrait", .portrait), ("portrait-upside-down", .portraitUpsideDown),
    ("landscape-right", .landscapeRight), ("landscape-left", .landscapeLeft),
  ]

  /// What a mirror shows: left and right of the upright picture change places.
  public var mirrored: Orientation {
    Orientation(quarterTurns: -quarterTurns, isMirrored: !isMirrored)
  }

  /// The size of the upright picture that one of `size` becomes.
  public func uprightSize(of size: Size) -> Size {
    swapsAxes ? Size(size.height, size.width) : size
  }

  /// Where a point of the upright picture lies in the stored one; both are fractions from the top left.
  public func storedPoint(fromUprightPoint point: Point) -> Point {
    let turned =
      switch quarterTurns {
      case 1: Point(point.y, 1 - point.x)
      case 2: Point(1 - point.x, 1 - point.y)
      case 3: Point(1 - point.y, point.x)
      default: point
      }
    return isMirrored ? Point(1 - turned.x, turned.y) : turned
  }

  /// Where a point of the stored picture lies in the upright one; both are fractions from the top left.
  public func uprightPoint(fromStoredPoint point: Point) -> Point {
    let mirrored = isMirrored ? Point(1 - point.x, point.y) : point
    return switch quarterTurns {
    case 1: Point(1 - mirrored.y, mirrored.x)
    case 2: Point(1 - mirrored.x, 1 - mirrored.y)
    case 3: Point(mirrored.y, 1 - mirrored.x)
    default: mirrored
    }
  }
}
