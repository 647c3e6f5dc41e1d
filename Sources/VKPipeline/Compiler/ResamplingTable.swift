internal import Foundation
internal import VKCore

/// For each output position along an axis the first input position and the weights from there on, in `Double`.
struct ResamplingTable {
  /// Weights a position.
  let count: Int
  let hasNegative: Bool
  /// For each output position: the first input position as a float, then `count` floats.
  ///
  /// Each row of weights sums to 1.
  let words: [UInt32]

  /// - Parameters:
  ///   - from: input samples along the axis, in luma pixels.
  ///   - to: output samples, in luma pixels.
  ///   - interpolation: the weight by distance.
  ///   - chromaShift: log2 of the axis' subsampling in both.
  ///   - siting: where a subsampled sample lies between its luma pixels, 0…1.
  init(
    from: Int, to: Int, interpolation: Interpolation, chromaShift: Int = 0, siting: Double = 0.5
  ) {
    let ratio = Double(from) / Double(to)
    let stretch = max(ratio, 1)
    let radius = interpolation.radius * stretch
    let subsampling = Double(1 << chromaShift)
    let place = chromaShift == 0 ? 0 : siting
    count = interpolation.radius == 0 ? 1 : Int((2 * radius).rounded(.up)) + 1
    let outputs = (to + (1 << chromaShift) - 1) >> chromaShift
    var words: [UInt32] = []
    words.reserveCapacity(outputs * (count + 1))
    var hasNegative = false
    for output in 0..<outputs {
      let luma = (Double(output) * subsampling + place + 0.5) * ratio - 0.5
      let center = (luma - place) / subsampling
      guard interpolation.radius > 0 else {
        words += [Float((center + 0.5).rounded(.down)).bitPattern, Float(1).bitPattern]
        continue
      }
      let first = (center - radius).rounded(.up)
      var weights = (0..<count).map { index -> Double in
        let distance = abs(first + Double(index) - center) / stretch
        return distance <= interpolation.radius ? interpolation.weight(distance) : 0
      }
      let sum = weights.reduce(0, +)
      if sum != 0 { weights = weights.map { $0 / sum } }
      hasNegative = hasNegative || weights.contains { $0 < -1e-12 }
      words.append(Float(first).bitPattern)
      words += weights.map { Float($0).bitPattern }
    }
    self.words = words
    self.hasNegative = hasNegative
  }
}
