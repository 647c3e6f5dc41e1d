public import VKCore
internal import VKKernels

/// Draws flat colours with black lines, as in a comic.
///
/// Colours are `floor(c.rgb·quantizationLevels + 0.5) / quantizationLevels`, and black where the
/// Sobel gradient of the luminance reaches `threshold`. Edge pixels repeat. Alpha is kept.
///
/// GPUImage 2 and 3 look for lines in red alone; not so here.
///
/// Source: GPUImage (its first version).
public struct ToonFilter: SamplingFilter {
  /// The gradient from which on there is a line.
  public var threshold: Float = 0.2
  /// Steps from black to white.
  public var quantizationLevels: Float = 10

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    threshold: Float = Self().threshold,
    quantizationLevels: Float = Self().quantizationLevels
  ) {
    self.threshold = threshold
    self.quantizationLevels = quantizationLevels
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "toon", category: .effect, summary: "Flat colours with black lines, as in a comic.",
    source: "GPUImage", kernel: Kernels.Effect.toon,
    parameters: [
      .float("threshold", \.threshold, in: 0...10, "The gradient from which on there is a line."),
      .float(
        "quantizationLevels", \.quantizationLevels, in: 1...256,
        "Steps from black to white of each channel."),
    ])
}
