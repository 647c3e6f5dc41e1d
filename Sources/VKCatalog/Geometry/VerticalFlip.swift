public import VKCore
internal import VKKernels

/// Swaps top for bottom.
///
/// Exact.
///
/// Source: the definition.
public struct VerticalFlip: SamplingFilter {
  /// Makes the filter.
  public init() {}

  /// Whole pixels move, nothing is computed.
  public static let isRearrangement = true
  /// Top for bottom.
  public static let mirroredAxes = MirroredAxes.vertical

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "vflip", vocabulary: .ffmpeg, category: .geometry, summary: "Swap top for bottom.",
    source: "The definition",
    kernel: Kernels.Geometry.verticalFlip)

  /// The last row comes first: an odd one where their number is even.
  public func rowParity(for size: Size) -> RowParity { size.height % 2 == 0 ? .swapped : .kept }
}
