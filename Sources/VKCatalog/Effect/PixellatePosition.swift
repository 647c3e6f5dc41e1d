public import VKCore
internal import VKKernels

/// Makes squares of one colour each inside a disc; outside nothing changes.
///
/// Cells are squares of `fractionalWidthOfAPixel` of the picture's width, a pixel at least, from
/// the top left corner on. The disc's radius too is a fraction of the width. Alpha moves with
/// colour.
///
/// Source: GPUImage (its first version).
public struct PixellatePosition: SamplingFilter {
  /// The side of a cell as a fraction of the picture's width.
  public var fractionalWidthOfAPixel: Float = 0.05
  /// The middle, as a fraction of the picture.
  public var center: Point = .center
  /// The disc's radius as a fraction of the picture's width.
  public var radius: Float = 0.25

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    fractionalWidthOfAPixel: Float = Self().fractionalWidthOfAPixel,
    center: Point = Self().center,
    radius: Float = Self().radius
  ) {
    self.fractionalWidthOfAPixel = fractionalWidthOfAPixel
    self.center = center
    self.radius = radius
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "pixellate-position", category: .effect,
    summary: "Make squares of one colour each inside a disc.",
    source: "GPUImage", kernel: Kernels.Effect.pixellatePosition,
    parameters: [
      .float(
        "fractionalWidthOfAPixel", \.fractionalWidthOfAPixel, in: 0...1,
        "The side of a cell as a fraction of the picture's width; at least a pixel."),
      .point("center", \.center, "The middle, as fractions of the picture."),
      .float(
        "radius", \.radius, in: 0...2, identity: 0,
        "The disc's radius as a fraction of the picture's width."),
    ])
}
