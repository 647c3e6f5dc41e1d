public import VKCore
internal import VKKernels

/// Tones a picture brown.
///
/// For gamma-encoded `c` mixes `c.rgb` by `intensity` with a matrix of rows (0.3588, 0.7044,
/// 0.1368), (0.2990, 0.5870, 0.1140) and (0.2392, 0.4696, 0.0912). Alpha is kept.
///
/// Source: GPUImage.
public struct SepiaToneFilter: PointFilter {
  /// Share of the effect, 0 to 1.
  public var intensity: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(intensity: Float = Self().intensity) {
    self.intensity = intensity
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "sepia", category: .color, summary: "Tone the picture brown.", source: "GPUImage",
    kernel: Kernels.Color.sepia, makesColor: true, aliases: ["GPUImageSepiaFilter", "CISepiaTone"],
    parameters: [
      .float(
        "intensity", \.intensity, in: 0...1, identity: 0, aliases: ["inputIntensity"],
        "Share of the effect.")
    ])
}
