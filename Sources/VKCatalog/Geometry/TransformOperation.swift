public import VKCore
internal import VKKernels

/// Moves, turns, scales or tilts the picture by a 4×4 matrix.
///
/// The picture is a rectangle from -1 to 1 across and from `-h/w` to `h/w` down, at depth 0; its
/// points are row vectors that the matrix, row by row, is multiplied to, and are divided by their
/// last component. What is not covered is opaque black. Bilinear; colours count by alpha.
///
/// Source: GPUImage.
public struct TransformOperation: SamplingFilter {
  /// The matrix, row by row.
  public var transform: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(transform: [Float]) {
    self.transform = transform
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "transform", category: .geometry,
    summary: "Move, turn, scale or tilt the picture by a matrix.",
    source: "GPUImage", kernel: Kernels.Geometry.transform, writesAlpha: true,
    parameters: [
      .vector(
        "transform", \.transform, count: 16, in: -1000...1000,
        identity: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        "The sixteen numbers of the matrix, row by row.")
    ])

  /// The output has no fields: rows come from anywhere.
  public func rowParity(for size: Size) -> RowParity { .lost }
}
