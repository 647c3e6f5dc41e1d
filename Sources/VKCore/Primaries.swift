import Glibc

extension ColorSpace.Primaries {
  /// The chromaticities (x, y) of red, green, blue and white; nil for a number that has none.
  ///
  /// Source: ITU-T H.273, table 2.
  package var chromaticities: [(x: Double, y: Double)]? {
    let (d65, c) = ((x: 0.3127, y: 0.329), (x: 0.31, y: 0.316))
    return switch rawValue {
    case 1: [(0.64, 0.33), (0.3, 0.6), (0.15, 0.06), d65]
    case 4: [(0.67, 0.33), (0.21, 0.71), (0.14, 0.08), c]
    case 5: [(0.64, 0.33), (0.29, 0.6), (0.15, 0.06), d65]
    case 6, 7: [(0.63, 0.34), (0.31, 0.595), (0.155, 0.07), d65]
    case 8: [(0.681, 0.319), (0.243, 0.692), (0.145, 0.049), c]
    case 9: [(0.708, 0.292), (0.17, 0.797), (0.131, 0.046), d65]
    case 10: [(1, 0), (0, 1), (0, 0), (1.0 / 3, 1.0 / 3)]
    case 11: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), (0.314, 0.351)]
    case 12: [(0.68, 0.32), (0.265, 0.69), (0.15, 0.06), d65]
    case 22: [(0.63, 0.34), (0.295, 0.605), (0.155, 0.077), d65]
    default: nil
    }
  }

  /// The matrix from linear RGB of these primaries to linear RGB of `other`, rows first; white stays white.
  ///
  /// Whites that differ are adapted by Bradford's transform. Nil when either has no chromaticities.
  package func matrix(to other: ColorSpace.Primaries) -> [[Double]]? {
    guard let source = chromaticities, let target = other.chromaticities,
      let toXYZ = Self.toXYZ(source), let fromXYZ = Self.toXYZ(target)?.inverted,
      let adaptation = Self.adaptation(from: source[3], to: target[3])
    else { return nil }
    return fromXYZ.times(adaptation).times(toXYZ)
  }

  private static func xyz(_ point: (x: Double, y: Double)) -> [Double] {
    [point.x / point.y, 1, (1 - point.x - point.y) / point.y]
  }

  /// The columns are the primaries' XYZ, scaled so that they add up to white.
  private static func toXYZ(_ points: [(x: Double, y: Double)]) -> [[Double]]? {
    let columns = points.prefix(3).map { [$0.x, $0.y, 1 - $0.x - $0.y] }
    let matrix = (0..<3).map { row in columns.map { $0[row] } }
    guard let amounts = matrix.inverted?.times(xyz(points[3])) else { return nil }
    return matrix.map { row in zip(row, amounts).map { $0 * $1 } }
  }

  private static func adaptation(
    from source: (x: Double, y: Double), to target: (x: Double, y: Double)
  ) -> [[Double]]? {
    let bradford = [
      [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
    ]
    guard let back = bradford.inverted else { return nil }
    let (from, to) = (bradford.times(xyz(source)), bradford.times(xyz(target)))
    return back.times(zip(bradford, 0..<3).map { row, i in row.map { $0 * to[i] / from[i] } })
  }
}

extension [[Double]] {
  /// The product of two matrices.
  package func times(_ other: [[Double]]) -> [[Double]] {
    map { row in
      other[0].indices.map { column in
        zip(row, other).reduce(0) { $0 + $1.0 * $1.1[column] }
      }
    }
  }

  /// The product with a column.
  package func times(_ column: [Double]) -> [Double] {
    map { zip($0, column).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  /// The inverse of a matrix of three rows; nil when there is none.
  package var inverted: [[Double]]? {
    func minor(_ i: Int, _ j: Int) -> Double {
      let (r, s, c, d) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3)
      return self[r][c] * self[s][d] - self[r][d] * self[s][c]
    }
    let determinant = (0..<3).reduce(0) { $0 + self[0][$1] * minor(0, $1) }
    guard determinant != 0 else { return nil }
    return (0..<3).map { i in (0..<3).map { j in minor(j, i) / determinant } }
  }
}

/// PQ as numbers.
///
/// Source: ITU-R BT.2100-2, table 4.
package enum PQ {
  /// The code of a light, 1 being 10000 cd/m².
  package static func encode(_ light: Double) -> Double {
    let power = pow(max(light, 0), 2610.0 / 16384)
    return pow(
      (3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), 2523.0 / 32)
  }
}
