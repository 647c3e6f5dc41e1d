public import VKCore
internal import VKKernels

/// Finds corners by the segment test FAST-9.
///
/// Of the sixteen pixels on a circle of radius 3, nine in a row are all lighter than the middle
/// one, or all darker, by `threshold` or more of luminance; of neighbours the one that would stand
/// the largest threshold counts. Given as fractions of the picture, the middles of their pixels,
/// row by row. Edge pixels repeat.
///
/// GPUImage's shader of that name computes something else.
///
/// Source: Rosten and Drummond, Machine learning for high-speed corner detection, 2006.
public struct FASTCornerDetection: CountingFilter, BranchingFilter {
  /// The difference of luminance.
  public var threshold: Float = 0.1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(threshold: Float) {
    self.threshold = threshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "fast-corners", category: .analysis, summary: "Find corners by the segment test FAST-9.",
    source: "Rosten and Drummond, 2006", kernel: Kernels.Analysis.corners, writesData: true,
    parameters: [
      .float("threshold", \.threshold, in: 0...1, "The difference of luminance.")
    ])

  /// White where there is a corner.
  public var branch: [any Filter] { [SegmentTest(), LocalPeak(threshold: threshold)] }

  /// A bit for each pixel.
  public func counterCount(for size: Size) -> Int { markCount(for: size) }

  /// The corners.
  public func value(counts: UnsafeBufferPointer<UInt32>, size: Size) -> [Point] {
    markedPoints(counts, size: size)
  }
}
