public import VKCore
internal import VKKernels

/// Makes dots of one colour each, that in their middle, on black.
///
/// Cells are squares of `fractionalWidthOfAPixel` of the picture's width, a pixel at least, from
/// the top left corner on. A dot's diameter is `dotScaling` of a cell. Alpha is that of the dots'
/// middles. The default width is the one in GPUImage's page, not its code's 0.01.
///
/// Source: GPUImage.
public struct PolkaDot: SamplingFilter {
  /// The side of a cell as a fraction of the picture's width.
  public var fractionalWidthOfAPixel: Float = 0.05
  /// The diameter of a dot as a fraction of its cell.
  public var dotScaling: Float = 0.9

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    fractionalWidthOfAPixel: Float = Self().fractionalWidthOfAPixel,
    dotScaling: Float = Self().dotScaling
  ) {
    self.fractionalWidthOfAPixel = fractionalWidthOfAPixel
    self.dotScaling = dotScaling
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "polka-dot", category: .effect, summary: "Make dots of one colour each on black.",
    source: "GPUImage", kernel: Kernels.Effect.polkaDot,
    parameters: [
      .float(
        "fractionalWidthOfAPixel", \.fractionalWidthOfAPixel, in: 0...1,
        "The side of a cell as a fraction of the picture's width; at least a pixel."),
      .float(
        "dotScaling", \.dotScaling, in: 0...2, "The diameter of a dot as a fraction of its cell."),
    ])
}
