public import VKCore

/// Draws edges as thin white lines on black.
///
/// After a Gaussian blur, the Sobel gradient of the luminance stays where neither neighbour along
/// it, in eight directions, is larger, times `smoothstep(lowerThreshold, upperThreshold,
/// gradient)`. What is left becomes white where it is 0.01 or more and the 3×3 pixels there sum to
/// 1.5 or more. Edge pixels repeat. Alpha is blurred.
///
/// GPUImage holds gradients to 1, so that its lines along strong edges are several pixels wide;
/// not so here.
///
/// Source: GPUImage.
public struct CannyEdgeDetection: CompositeFilter {
  /// The standard deviation σ of the Gaussian, in luma pixels.
  public var blurRadiusInPixels: Float = 2
  /// The gradient from which on a line is strong.
  public var upperThreshold: Float = 0.4
  /// The gradient up to which there is no line.
  public var lowerThreshold: Float = 0.1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurRadiusInPixels: Float = Self().blurRadiusInPixels,
    upperThreshold: Float = Self().upperThreshold,
    lowerThreshold: Float = Self().lowerThreshold
  ) {
    self.blurRadiusInPixels = blurRadiusInPixels
    self.upperThreshold = upperThreshold
    self.lowerThreshold = lowerThreshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "canny", category: .convolution, summary: "Draw edges as thin lines.",
    source: "GPUImage", writesAlpha: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "The standard deviation of the blur."),
      .float(
        "upperThreshold", \.upperThreshold, in: 0...1,
        "The gradient from which on a line is strong."),
      .float(
        "lowerThreshold", \.lowerThreshold, in: 0...1, "The gradient up to which there is no line."),
    ])

  /// The passes.
  public var body: [any Filter] {
    [
      GaussianBlur(blurRadiusInPixels: blurRadiusInPixels), CannyGradient(),
      CannySuppression(lowerThreshold: lowerThreshold, upperThreshold: upperThreshold),
      CannyInclusion(),
    ]
  }
}
