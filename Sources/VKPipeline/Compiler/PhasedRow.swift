/// Weights that repeat: so many outputs take from the inputs around them, and as many further on from inputs further on.
struct PhasedRow {
  /// One output's weights: for the input at `first` from the period's start, and those after it.
  struct Phase {
    let first: Int
    let weights: [Double]
  }

  /// Inputs from a period to the next.
  let inputs: Int
  /// The outputs of a period.
  let phases: [Phase]

  /// The longest period that is written out as literals.
  static let longest = 8

  /// The first and last input that `periods` periods from the first on take.
  func reach(periods: Int) -> ClosedRange<Int> {
    let first = phases.map(\.first).min() ?? 0
    let last = phases.map { $0.first + $0.weights.count - 1 }.max() ?? 0
    return first...(last + (periods - 1) * inputs)
  }

  /// Output `index` of several periods in a row.
  func output(_ index: Int) -> Phase {
    let phase = phases[index % phases.count]
    return Phase(first: phase.first + index / phases.count * inputs, weights: phase.weights)
  }
}
