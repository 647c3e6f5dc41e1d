public import VKCore
internal import VKKernels

/// Draws black slanting lines on white, the more the darker the picture is.
///
/// With `x` and `y` as fractions of the picture and `s` for `crossHatchSpacing`: lines where
/// `mod(x + y, s)` is `lineWidth` or less for a luminance below 1, `mod(x - y, s)` below 0.75,
/// `mod(x + y - s/2, s)` below 0.5 and `mod(x - y - s/2, s)` below 0.3. Alpha is kept.
///
/// Source: GPUImage.
public struct Crosshatch: PointFilter {
  /// From a line to the next, as a fraction of the picture.
  public var crossHatchSpacing: Float = 0.03
  /// The width of a line, as a fraction of the picture.
  public var lineWidth: Float = 0.003

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    crossHatchSpacing: Float = Self().crossHatchSpacing,
    lineWidth: Float = Self().lineWidth
  ) {
    self.crossHatchSpacing = crossHatchSpacing
    self.lineWidth = lineWidth
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "crosshatch", category: .effect,
    summary: "Draw black lines on white, the more the darker.",
    source: "GPUImage", kernel: Kernels.Effect.crosshatch,
    parameters: [
      .float(
        "crossHatchSpacing", \.crossHatchSpacing, in: 0.001...1,
        "From a line to the next, as a fraction of the picture."),
      .float(
        "lineWidth", \.lineWidth, in: 0...1, "The width of a line, as a fraction of the picture."),
    ])
}
