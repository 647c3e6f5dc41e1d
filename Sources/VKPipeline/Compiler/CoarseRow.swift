internal import Foundation

/// A long row of weights taken apart: down to fewer samples, a short row there, and up again.
///
/// Weights that vary slowly, as those of a wide Gaussian, leave nothing that the fewer samples could not hold. The short row is
/// the one that makes all three together come nearest the long one.
///
/// Source: Burt and Adelson, The Laplacian Pyramid as a Compact Image Code, 1983; the fit is by least squares.
struct CoarseRow {
  /// Samples that one of the fewer stands for.
  let factor: Int
  /// From samples to fewer ones.
  let down: PhasedRow
  /// The weights for the fewer samples.
  private(set) var middle: [Double] = []
  /// From the fewer samples back.
  let up: PhasedRow

  /// The longest half row that is no slower whole.
  static let shortest = 16
  /// Samples of the fewer beyond either edge: further out all that is seen is the edge's sample, repeated.
  static let margin = 4
  /// How far the weights may be off in all: a quarter of an 8-bit code where the picture is at its worst for it.
  static let tolerance = 1.0 / 512
  /// The standard deviation of the weights down and up, in the fewer samples, and where they are cut, in its multiples.
  private static let spread = 0.7
  private static let reach = 3.6

  /// Fewer samples for so many.
  ///
  /// With margins that are wide enough for planes with half of the samples too.
  static func length(of samples: Int, by factor: Int) -> Int {
    (samples + factor - 1) / factor + 5 * margin
  }

  /// Takes a row apart, by the largest factor that serves; nil when none does.
  init?(_ weights: [Double]) {
    for factor in [16, 8, 4, 2] where weights.count > 8 * factor {
      let row = CoarseRow(weights, by: factor)
      if row.error(to: weights) <= Self.tolerance {
        self = row
        return
      }
    }
    return nil
  }

  private init(_ weights: [Double], by factor: Int) {
    self.factor = factor
    let sigma = Self.spread * Double(factor)
    let half = Self.reach * sigma
    // The fewer samples lie in the middle of those that they stand for.
    let center = Double(factor - 1) / 2
    func row(_ positions: [Int], around middle: Double, spacing: Double) -> [Double] {
      let values = positions.map { position -> Double in
        let distance = (Double(position) - middle) * spacing
        return abs(distance) <= half ? exp(-distance * distance / (2 * sigma * sigma)) : 0
      }
      let sum = values.reduce(0, +)
      return values.map { $0 / sum }
    }
    let first = Int((center - half).rounded(.up))
    let taps = Array(first...Int((center + half).rounded(.down)))
    let shift = Self.margin * factor
    down = PhasedRow(
      inputs: factor,
      phases: [.init(first: first - shift, weights: row(taps, around: center, spacing: 1))])
    up = PhasedRow(
      inputs: 1,
      phases: (0..<factor).map { phase in
        let middle = (Double(phase) - center) / Double(factor)
        let reach = half / Double(factor)
        let first = Int((middle - reach).rounded(.up))
        let positions = Array(first...Int((middle + reach).rounded(.down)))
        return .init(
          first: first + Self.margin,
          weights: row(positions, around: middle, spacing: Double(factor)))
      })
    middle = fitted(to: weights)
  }

  /// What an output sample of a phase takes from inputs around it when the middle row is 1 alone; the index is `span` at itself.
  private func response(_ phase: Int, span: Int) -> [Double] {
    var result = [Double](repeating: 0, count: 2 * span + 1)
    let (rise, fall) = (up.phases[phase], down.phases[0])
    for (i, a) in rise.weights.enumerated() {
      for (j, b) in fall.weights.enumerated() {
        result[(rise.first + i) * factor + fall.first + j - phase + span] += a * b
      }
    }
    return result
  }

  private var span: Int { 8 * factor }

  /// The middle row by which the whole comes nearest `weights`.
  private func fitted(to weights: [Double]) -> [Double] {
    let radius = weights.count / 2
    let count = 2 * ((radius + factor - 1) / factor) + 1
    let responses = (0..<factor).map { response($0, span: span) }
    // The equations' matrix has the responses' correlation along its diagonals.
    let lags = 2 * span / factor
    let diagonals = (0...lags).map { lag in
      responses.reduce(0.0) { sum, row in
        sum
          + (0..<max(row.count - lag * factor, 0)).reduce(0.0) {
            $0 + row[$1] * row[$1 + lag * factor]
          }
      }
    }
    var rows = (0..<count).map { i in
      (0..<count).map { j in abs(i - j) <= lags ? diagonals[abs(i - j)] : 0 }
    }
    var sums = (0..<count).map { j -> Double in
      let place = (j - count / 2) * factor
      return responses.reduce(0.0) { sum, row in
        sum
          + row.indices.reduce(0.0) { partial, index in
            let t = index - span + place + radius
            return weights.indices.contains(t) ? partial + row[index] * weights[t] : partial
          }
      }
    }
    // A positive definite band: eliminated without exchanges.
    for pivot in 0..<count {
      for i in pivot + 1..<max(min(pivot + lags + 1, count), pivot + 1) {
        let ratio = rows[i][pivot] / rows[pivot][pivot]
        guard ratio != 0 else { continue }
        for j in pivot..<min(pivot + lags + 1, count) { rows[i][j] -= ratio * rows[pivot][j] }
        sums[i] -= ratio * sums[pivot]
      }
    }
    for i in (0..<count).reversed() {
      for j in i + 1..<max(min(i + lags + 1, count), i + 1) { sums[i] -= rows[i][j] * sums[j] }
      sums[i] /= rows[i][i]
    }
    let total = sums.reduce(0, +)
    return sums.map { $0 / total * weights.reduce(0, +) }
  }

  /// How far the three together are off `weights`, in all, at the worst phase.
  func error(to weights: [Double]) -> Double {
    let radius = weights.count / 2
    let reach = span + (middle.count / 2) * factor
    return (0..<factor).map { phase -> Double in
      let one = response(phase, span: span)
      var whole = [Double](repeating: 0, count: 2 * reach + 1)
      for (j, weight) in middle.enumerated() {
        let shift = (j - middle.count / 2) * factor + reach - span
        for (index, value) in one.enumerated() { whole[index + shift] += weight * value }
      }
      for (index, weight) in weights.enumerated() { whole[index - radius + reach] -= weight }
      return whole.reduce(0) { $0 + abs($1) }
    }.max() ?? 0
  }
}
