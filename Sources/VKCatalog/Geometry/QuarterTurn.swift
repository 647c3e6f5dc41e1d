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
    turns & 1 == 0 ? size : Size(size.height, size.width)
  }
}
