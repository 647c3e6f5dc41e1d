internal import VKCore

extension Orientation {
  /// Reads the 3 × 3 matrix (16.16 fixed point, rows first) of a container.
  ///
  /// The matrix maps a stored pixel (x, y) to (x·a + y·c, x·b + y·d). nil when it is neither a quarter turn nor a
  /// mirrored one.
  init?(displayMatrix matrix: UnsafePointer<Int32>) {
    let (a, b, c, d) = (
      matrix[0].signum(), matrix[1].signum(), matrix[3].signum(), matrix[4].signum()
    )
    guard let found = Self.all.first(where: { $0.signs == [a, b, c, d] }) else { return nil }
    let magnitudes = [matrix[0], matrix[1], matrix[3], matrix[4]].map(\.magnitude)
    guard magnitudes.filter({ $0 != 0 }).count == 2 else { return nil }
    self = found
  }

  private static let all = (0..<4).flatMap {
    [Orientation(quarterTurns: $0), Orientation(quarterTurns: $0, isMirrored: true)]
  }

  /// The signs of a, b, c, d of the display matrix.
  private var signs: [Int32] {
    let turn: [Int32] = [[1, 0, 0, 1], [0, 1, -1, 0], [-1, 0, 0, -1], [0, -1, 1, 0]][quarterTurns]
    return isMirrored ? [-turn[0], -turn[1], turn[2], turn[3]] : turn
  }

  /// The display matrix that says the same.
  var displayMatrix: [Int32] {
    let one: Int32 = 1 << 16
    return [signs[0] * one, signs[1] * one, 0, signs[2] * one, signs[3] * one, 0, 0, 0, 1 << 30]
  }
}
