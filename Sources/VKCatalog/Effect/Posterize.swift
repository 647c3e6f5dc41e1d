public import VKCore
internal import VKKernels

/// Leaves a few levels a channel.
///
/// For gamma-encoded `c` writes `floor(c.rgb·colorLevels + 0.5) / colorLevels`. Alpha is kept
/// (GPUImage posterizes it too).
///
/// Source: GPUImage.
public struct Posterize: PointFilter {
  /// Steps from black to white.
  public var colorLevels: Float = 10

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(colorLevels: Float = Self().colorLevels) {
    self.colorLevels = colorLevels
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "posterize", category: .effect, summary: "Leave a few levels of each channel.",
    source: "GPUImage", kernel: Kernels.Effect.posterize,
    parameters: [
      .float("colorLevels", \.colorLevels, in: 1...256, "Steps from black to white.")
    ])
}
