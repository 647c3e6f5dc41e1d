internal import Foundation
internal import VKCore

/// For each output position along an axis the first input position and the weights from there on, in `Double`.
struct ResamplingTable {
  /// Weights a position.
  let count: Int
  private let outputs: Int
  /// Input samples from one output to the next, in lowest terms: so many inputs for so many outputs.
  private let period: (inputs: Int, outputs: Int)
  private let ratio: Double
  private let stretch: Double
  private let subsampling: Double
  /// Where a sample lies between the luma pixels that it stands for.
  private let place: Double
  private let interpolation: Interpolation

  /// - Parameters:
  ///   - from: input samples along the axis, in luma pixels.
  ///   - to: output samples, in luma pixels.
  ///   - interpolation: the weight by distance.
  ///   - chromaShift: log2 of the axis' subsampling in both.
  ///   - siting: where a subsampled sample lies between its luma pixels, 0…1.
  init(
    from: Int, to: Int, interpolation: Interpolation, chromaShift: Int = 0, siting: Double = 0.5
  ) {
    ratio = Double(from) / Double(to)
    stretch = max(ratio, 1)
    subsampling = Double(1 << chromaShift)
    place = chromaShift == 0 ? 0 : siting
    count =
      interpolation.radius == 0 ? 1 : Int((2 * interpolation.radius * stretch).rounded(.up)) + 1
    outputs = (to + (1 << chromaShift) - 1) >> chromaShift
    let divisor = greatestCommonDivisor(from, to)
    period = (from / divisor, to / divisor)
    self.interpolation = interpolation
  }

  /// An output's first input and its weights, which sum to 1.
  private func row(_ output: Int) -> PhasedRow.Phase {
    let luma = (Double(output) * subsampling + place + 0.5) * ratio - 0.5
    let center = (luma - place) / subsampling
    guard interpolation.radius > 0 else {
      return .init(first: Int((center + 0.5).rounded(.down)), weights: [1])
    }
    let first = (center - interpolation.radius * stretch).rounded(.up)
    let weights = (0..<count).map { index -> Double in
      let distance = abs(first + Double(index) - center) / stretch
      return distance <= interpolation.radius ? interpolation.weight(distance) : 0
    }
    let sum = weights.reduce(0, +)
    return .init(first: Int(first), weights: sum == 0 ? weights : weights.map { $0 / sum })
  }

  var hasNegative: Bool {
    (0..<min(outputs, period.outputs)).contains { row($0).weights.contains { $0 < -1e-12 } }
  }

  /// For each output position: the first input position as a float, then `count` floats.
  var words: [UInt32] {
    (0..<outputs).flatMap { output in
      let row = row(output)
      return [Float(row.first).bitPattern] + row.weights.map { Float($0).bitPattern }
    }
  }

  /// The weights as they repeat; nil when they don't before long.
  var phases: PhasedRow? {
    guard period.outputs <= PhasedRow.longest, period.outputs * count <= 4 * PhasedRow.longest * 8
    else { return nil }
    return PhasedRow(inputs: period.inputs, phases: (0..<period.outputs).map(row))
  }
}

private func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  b == 0 ? a : greatestCommonDivisor(b, a % b)
}
