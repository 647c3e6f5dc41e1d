extension LinearWeights {
  /// Whether every pixel of a picture of `size` keeps its value.
  package func changeNothing(in size: Size) -> Bool {
    switch self {
    case .separable(let horizontal, let vertical):
      isUnit(horizontal) && isUnit(vertical)
    case .matrix(let rows):
      rows.count % 2 == 1 && isUnit(rows[rows.count / 2])
        && rows.enumerated().allSatisfy { row, weights in
          row == rows.count / 2 || weights.allSatisfy { $0 == 0 }
        }
    case .resampled(let target, _): target == size
    }
  }

  /// The same filter for a plane with fewer samples than the picture.
  ///
  /// Equals filtering at full resolution after each sample was repeated over the pixels that it stands for, and averaging the
  /// result back: with `S` pixels a sample, `w[J] = 1/S · Σ k[i]` over `0 ≤ s < S` and `⌊(s + i) / S⌋ = J`, along each axis.
  /// The sum of the weights stays. `resampled` is returned as it is.
  ///
  /// - Parameter scale: the plane's samples per luma pixel: 1, or one over a whole number.
  /// - Returns: weights in the plane's own samples.
  public func subsampled(by scale: PlaneScale) -> LinearWeights {
    let across = Int((1 / scale.x).rounded())
    let down = Int((1 / scale.y).rounded())
    guard across > 1 || down > 1 else { return self }
    switch self {
    case .separable(let horizontal, let vertical):
      return .separable(
        horizontal: subsampledRow(horizontal, by: across),
        vertical: subsampledRow(vertical, by: down))
    case .matrix(let rows):
      let narrow = rows.map { subsampledRow($0, by: across) }
      let columns = transposed(transposed(narrow).map { subsampledRow($0, by: down) })
      return .matrix(columns)
    case .resampled:
      return self
    }
  }
}

/// Whether the middle weight is 1 and all others are 0.
private func isUnit(_ weights: [Double]) -> Bool {
  weights.enumerated().allSatisfy { $1 == ($0 == weights.count / 2 ? 1 : 0) }
}

private func subsampledRow(_ weights: [Double], by factor: Int) -> [Double] {
  guard factor > 1 else { return weights }
  let radius = weights.count / 2
  let newRadius = (radius + factor - 1) / factor
  var result = [Double](repeating: 0, count: 2 * newRadius + 1)
  for start in 0..<factor {
    for (index, weight) in weights.enumerated() {
      // Shifted by whole samples, so that the division rounds down.
      let sample = (start + index - radius + newRadius * factor) / factor
      result[sample] += weight / Double(factor)
    }
  }
  return result
}

private func transposed(_ rows: [[Double]]) -> [[Double]] {
  guard let first = rows.first else { return rows }
  return first.indices.map { column in rows.map { $0[column] } }
}
