public import VKCore
internal import VKKernels

/// Swaps rows for columns, with or without a flip.
///
/// Exact.
///
/// Source: FFmpeg's documentation of `transpose`.
public struct Transpose: SamplingFilter {
  /// Where the picture goes.
  public enum Direction: String, Sendable, CaseIterable {
    /// A quarter turn anticlockwise, then top for bottom: rows become columns.
    case counterclockwiseAndFlip = "cclock_flip"
    /// A quarter turn clockwise.
    case clockwise = "clock"
    /// A quarter turn anticlockwise.
    case counterclockwise = "cclock"
    /// A quarter turn clockwise, then top for bottom.
    case clockwiseAndFlip = "clock_flip"
  }

  /// Where the picture goes.
  public var dir: Direction = .counterclockwiseAndFlip

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(dir: Direction) { self.dir = dir }

  /// Whole pixels move, nothing is computed.
  public static let isRearrangement = true

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "transpose", vocabulary: .ffmpeg, category: .geometry,
    summary: "Turn by a quarter, with or without a flip.",
    source: "FFmpeg's documentation", kernel: Kernels.Geometry.transpose,
    parameters: [
      .choice(
        "dir", \.dir,
        synonyms: .init(
          uniqueKeysWithValues: Direction.allCases.enumerated().map { ("\($0)", $1) }),
        "0 to 3, or the word: the way of the turn, and whether top goes for bottom after it.")
    ])

  /// The size of the result for an input of `size`.
  public func outputSize(for size: Size) throws(FilterError) -> Size {
    Size(size.height, size.width)
  }

  /// Rows become columns.
  public var swapsAxes: Bool { true }
}
