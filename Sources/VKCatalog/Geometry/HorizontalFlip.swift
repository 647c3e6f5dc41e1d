public import VKCore
internal import VKKernels

/// Swaps left for right.
///
/// Exact.
///
/// Source: the definition.
public struct HorizontalFlip: SamplingFilter {
  /// Makes the filter.
  public init() {}

  /// Whole pixels move, nothing is computed.
  public static let isRearrangement = true
  /// Left for right.
  public static let mirroredAxes = MirroredAxes.horizontal

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "hflip", vocabulary: .ffmpeg, category: .geometry, summary: "Swap left for right.",
    source: "The definition",
    kernel: Kernels.Geometry.horizontalFlip)

  /// Rows stay where they are.
  public func rowParity(for size: Size) -> RowParity { .kept }
}
