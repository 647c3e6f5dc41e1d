public import VKCore
internal import VKKernels

/// Draws edges by Sobel's operator on each plane as FFmpeg's `sobel` does.
///
/// The length of the gradient of the stored codes, times `scale`, plus `delta`; edge samples repeat.
/// Alpha is kept.
///
/// Source: FFmpeg's documentation of `sobel`.
public struct FFmpegSobel: SamplingFilter {
  /// A bit for each plane: luma and the two of chroma, or green, blue and red.
  public var planes: Int = 15
  /// What the length is multiplied by.
  public var scale: Float = 1
  /// What is added, in codes of 255.
  public var delta: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "sobel", vocabulary: .ffmpeg, category: .convolution,
    summary: "Draw the edges of each plane by Sobel's operator.", source: "FFmpeg's documentation",
    kernel: Kernels.FFmpeg.sobel, domain: .stored,
    parameters: [
      .integer("planes", \.planes, in: 0...15, "A bit for each plane that is worked on."),
      .float("scale", \.scale, in: 0...65535, "What the gradient's length is multiplied by."),
      .float("delta", \.delta, in: -65535...65535, "What is added, in codes of 255."),
    ])
}
