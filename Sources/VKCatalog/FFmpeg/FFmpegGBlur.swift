public import VKCore

/// Blurs by a Gaussian, as FFmpeg's `gblur` means to.
///
/// σ counts samples of each plane, as there: chroma of 4:2:0 is blurred twice as wide. The weights are
/// those of `GaussianBlur`, which `steps` of FFmpeg's recursive filter come near to.
///
/// Source: FFmpeg's documentation of `gblur`.
public struct FFmpegGBlur: LinearFilter {
  /// σ in samples, horizontally.
  public var sigma: Float = 0.5
  /// Accepted: the Gaussian is exact.
  public var steps: Int = 1
  /// Accepted: all colours are blurred.
  public var planes: Int = 15
  /// σ in samples, vertically; -1 takes `sigma`.
  public var verticalSigma: Float = -1

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "gblur", vocabulary: .ffmpeg, category: .blur, summary: "Blur by a Gaussian.",
    source: "FFmpeg's documentation", writesAlpha: true,
    parameters: [
      .float("sigma", \.sigma, in: 0...1024, identity: 0, unit: "px", "The standard deviation."),
      .integer("steps", \.steps, in: 1...6, "Accepted: the Gaussian is exact."),
      .integer("planes", \.planes, in: 7...15, "Accepted: all colours are blurred."),
      .float(
        "sigmaV", \.verticalSigma, in: -1...1024, unit: "px", "That of columns; -1 takes sigma."),
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    let vertical = verticalSigma < 0 ? sigma : verticalSigma
    return .separable(
      horizontal: folded(gaussian(sigma: Double(sigma)), length: size.width),
      vertical: folded(gaussian(sigma: Double(vertical)), length: size.height))
  }
}
