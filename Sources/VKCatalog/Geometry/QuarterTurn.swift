public import VKCore
internal import VKKernels

/// Turns the picture by right angles.
///
/// Exact.
///
/// Source: the definition.
public struct QuarterTurn: SamplingFilter {
  /// Quarter turns clockwise, 0 to 3.
  public var turns: Int = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(turns: Int) { self.turns = turns }

  /// Whole pixels move, nothing is computed.
  public static let isRearrangement = true

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "quarter-turn", category: .geometry, summary: "Turn the picture by right angles.",
    source: "The definition", kernel: Kernels.Geometry.quarterTurn,
    parameters: [
      .integer("turns", \.turns, in: 0...3, identity: 0, "Quarter turns clockwise.")
    ])

  /// The size of the result for an input of `size`.
  public func outputSize(for size: Size) throws(FilterError) -> Size {
    swapsAxes ? Size(size.height, size.width) : size
  }

  /// Rows become columns by an odd number of turns.
  public var swapsAxes: Bool { turns & 1 == 1 }

  /// The last row comes first by a half turn: an odd one where their number is even.
  public func rowParity(for size: Size) -> RowParity {
    switch turns {
    case 0: .kept
    case 2: size.height % 2 == 0 ? .swapped : .kept
    default: .lost
    }
  }
}
