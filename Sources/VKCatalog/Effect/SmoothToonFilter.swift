public import VKCore

/// Draws flat colours with black lines after a Gaussian blur, which keeps noise from becoming
/// lines.
///
/// Alpha is blurred too.
///
/// Source: GPUImage.
public struct SmoothToonFilter: CompositeFilter {
  /// The standard deviation σ of the Gaussian, in luma pixels.
  public var blurRadiusInPixels: Float = 2
  /// The gradient from which on there is a line.
  public var threshold: Float = 0.2
  /// Steps from black to white.
  public var quantizationLevels: Float = 10

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurRadiusInPixels: Float = Self().blurRadiusInPixels,
    threshold: Float = Self().threshold,
    quantizationLevels: Float = Self().quantizationLevels
  ) {
    self.blurRadiusInPixels = blurRadiusInPixels
    self.threshold = threshold
    self.quantizationLevels = quantizationLevels
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "smooth-toon", category: .effect,
    summary: "Flat colours with black lines of a blurred picture.",
    source: "GPUImage", writesAlpha: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "The standard deviation of the blur."),
      .float("threshold", \.threshold, in: 0...10, "The gradient from which on there is a line."),
      .float(
        "quantizationLevels", \.quantizationLevels, in: 1...256,
        "Steps from black to white of each channel."),
    ])

  /// A blur and the lines.
  public var body: [any Filter] {
    [
      GaussianBlur(blurRadiusInPixels: blurRadiusInPixels),
      ToonFilter(threshold: threshold, quantizationLevels: quantizationLevels),
    ]
  }
}
