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
