public import VKCore
internal import VKKernels

/// Draws each pixel of an edge as a line, so that edges that are straight become points.
///
/// Parallel coordinates: with places from -1 at the left and the top to 1, a pixel at (x, y) whose red is 1/2 or more
/// becomes the line from (-1, -y) over (0, x) to (1, y). The lines of all pixels on `y = m·x + b` meet at
/// `(1/(1 - m), b/(1 - m))` where that is in the right half, else at `(-1/(1 + m), -b/(1 + m))`. Grey is the lines
/// through a pixel, one a column, over the pixels of the picture's longer side. Alpha is kept. The cost is that of the
/// edges' pixels times the picture's columns, so that an edge detector belongs before it.
///
/// GPUImage adds 1/255 for each line, up to 255.
///
/// Source: GPUImage (its first version); Dubská, Herout, Havel, PClines, 2011.
public struct ParallelCoordinateLineTransform: PointFilter, CountedFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "parallel-coordinates", category: .analysis,
    summary: "Draw pixels of edges as lines, so that straight edges become points.",
    source: "GPUImage; Dubská, Herout, Havel, PClines, 2011",
    kernel: Kernels.Analysis.parallelLines)

  /// The lines through each pixel.
  public var counting: any CountingFilter { ParallelVotes() }
}

/// A counter for each pixel.
struct ParallelVotes: CountingFilter {
  static let info = FilterInfo<Self>(
    name: "parallel-votes", category: .analysis, summary: "Count lines.", source: "GPUImage",
    kernel: Kernels.Analysis.parallelVotes, writesData: true)

  func counterCount(for size: Size) -> Int { size.width * size.height }
  func value(counts: UnsafeBufferPointer<UInt32>, size: Size) -> [UInt32] { Array(counts) }
}
