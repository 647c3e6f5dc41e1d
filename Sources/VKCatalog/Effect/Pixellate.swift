public import VKCore
internal import VKKernels

/// Makes squares of one colour each: that in their middle.
///
/// Cells are squares of `fractionalWidthOfAPixel` of the picture's width, a pixel at least, from
/// the top left corner on. Edge pixels repeat. Alpha moves with colour. The default is the one in
/// GPUImage's page, not its code's 0.01.
///
/// Source: GPUImage.
public struct Pixellate: SamplingFilter {
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
    name: "pixellate", category: .effect, summary: "Make squares of one colour each.",
    source: "GPUImage", kernel: Kernels.Effect.pixellate,
    parameters: [
      .float(
        "fractionalWidthOfAPixel", \.fractionalWidthOfAPixel, in: 0...1,
        "The side of a cell as a fraction of the picture's width; at least a pixel.")
    ])
}
