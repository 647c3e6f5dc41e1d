public import VKCore

/// Shows second derivatives on middle grey.
///
/// Weighs the neighbours by 0.5 1 0.5 / 1 -6 1 / 0.5 1 0.5 and adds 0.5, each channel by itself.
/// Edge pixels repeat. Alpha is kept.
///
/// Source: GPUImage.
public struct Laplacian: CompositeFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "laplacian", category: .convolution, summary: "Show second derivatives on middle grey.",
    source: "GPUImage")

  /// The convolution that does it.
  public var body: [any Filter] {
    [Convolution3x3(convolutionKernel: [0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5], bias: 0.5)]
  }
}
