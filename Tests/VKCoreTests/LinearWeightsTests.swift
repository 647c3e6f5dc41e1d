import TestSupport
import Testing
import VKCore

/// A row filtered at full resolution after each sample was repeated, averaged back; the edge repeats.
private func reference(_ samples: [Double], _ weights: [Double], _ factor: Int) -> [Double] {
  let full = samples.flatMap { [Double](repeating: $0, count: factor) }
  let radius = weights.count / 2
  let filtered = full.indices.map { x in
    weights.indices.reduce(0.0) {
      $0 + weights[$1] * full[min(max(x + $1 - radius, 0), full.count - 1)]
    }
  }
  return samples.indices.map { index in
    filtered[(index * factor)..<((index + 1) * factor)].reduce(0, +) / Double(factor)
  }
}

private func filtered(_ samples: [Double], _ weights: [Double]) -> [Double] {
  reference(samples, weights, 1)
}

@Suite struct LinearWeightsTests {
  private let half = PlaneScale(x: 0.5, y: 0.5)

  @Test(arguments: [1, 3, 5, 7, 21]) func aPlaneGivesWhatFullResolutionGives(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let weights = (0..<count).map { _ in Double.random(in: -1...1, using: &random) }
    let samples = (0..<40).map { _ in Double.random(in: 0...1, using: &random) }
    for factor in [2, 4] {
      let scale = PlaneScale(x: 1 / Double(factor), y: 1)
      let result = LinearWeights.separable(horizontal: weights, vertical: weights)
        .subsampled(by: scale)
      guard case .separable(let horizontal, let vertical) = result else {
        Issue.record("another kind of weights")
        return
      }
      #expect(vertical == weights)
      #expect(horizontal.count % 2 == 1)
      let expected = reference(samples, weights, factor)
      for (a, b) in zip(filtered(samples, horizontal), expected) { #expect(abs(a - b) < 1e-12) }
    }
  }

  /// By hand: 1/2 · (k[-1] ‖ k[-1] + 2·k[0] + … ) for a box of three over pairs of pixels.
  @Test func aBoxOfThreeOnHalfThePixels() {
    let third = 1.0 / 3
    let weights = LinearWeights.separable(
      horizontal: [third, third, third], vertical: [1]
    ).subsampled(by: half)
    guard case .separable(let horizontal, let vertical) = weights else {
      Issue.record("another kind of weights")
      return
    }
    for (a, b) in zip(horizontal, [1.0 / 6, 4.0 / 6, 1.0 / 6]) { #expect(abs(a - b) < 1e-15) }
    #expect(vertical == [1])
  }

  @Test func aCrossOnAQuarterOfThePixels() {
    let weights = LinearWeights.matrix([[0, -1, 0], [-1, 5, -1], [0, -1, 0]]).subsampled(by: half)
    guard case .matrix(let rows) = weights else {
      Issue.record("another kind of weights")
      return
    }
    // Each of two columns reaches one neighbour: -1/2 outside, 5 - 1 - 2·1/2… sums to 1 in all.
    let expected = [[0, -0.5, 0], [-0.5, 3, -0.5], [0, -0.5, 0]]
    for (row, wanted) in zip(rows, expected) {
      for (a, b) in zip(row, wanted) { #expect(abs(a - b) < 1e-15) }
    }
  }

  @Test func fullResolutionIsUntouched() {
    guard
      case .separable(let horizontal, _) = LinearWeights.separable(
        horizontal: [0.25, 0.5, 0.25], vertical: [1]
      ).subsampled(by: .full)
    else {
      Issue.record("another kind of weights")
      return
    }
    #expect(horizontal == [0.25, 0.5, 0.25])
  }

  @Test func theIdentityTableGivesBackItsInput() {
    let table = LookupTable.identity
    for index in 0..<8 {
      let corner = SIMD4(Float(index & 1), Float(index >> 1 & 1), Float(index >> 2 & 1), 1)
      #expect(table.entries[index] == corner)
    }
    #expect(table.kernelEntries.count == 11)
    #expect(table.kernelEntries[0] == SIMD4(2, 1, 0, 0))
    #expect(table.kernelEntries[2] == SIMD4(1, 1, 1, 0))
    let curve = LookupTable(
      kind: .curve, size: 5, entries: Array(repeating: .zero, count: 5),
      domainMinimum: SIMD3(-1, 0, 0), domainMaximum: SIMD3(1, 2, 4))
    #expect(curve.kernelEntries[0] == SIMD4(5, 0, 0, 0))
    #expect(curve.kernelEntries[1] == SIMD4(-1, 0, 0, 0))
    #expect(curve.kernelEntries[2] == SIMD4(2, 2, 1, 0))
  }
}
