public import VKCore
internal import VKKernels

/// Draws black dots on white, the larger the darker the picture is there.
///
/// Cells are squares of `fractionalWidthOfAPixel` of the picture's width, a pixel at least, from
/// the top left corner on. A dot's diameter is one less the luminance in the middle of its cell.
/// Alpha is kept. The default is the one in GPUImage's page, not its code's 0.01.
///
/// Source: GPUImage.
public struct Halftone: SamplingFilter {
  /// The side of a cell as a fraction of the picture's width.
  public var fractionalWidthOfAPixel: Float = 0.05

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(fractionalWidthOfAPixel: Float) {
    self.fractionalWidthOfAPixel = fractionalWidthOfAPixel
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "halftone", category: .effect, summary: "Draw black dots on white as newspapers do.",
    source: "GPUImage", kernel: Kernels.Effect.halftone,
    parameters: [
      .float(
        "fractionalWidthOfAPixel", \.fractionalWidthOfAPixel, in: 0...1,
        "The side of a cell as a fraction of the picture's width; at least a pixel.")
    ])
}
