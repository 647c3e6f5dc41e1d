public import VKCore
internal import VKKernels

/// Makes grey of the luminance.
///
/// For gamma-encoded `c` writes `dot(c.rgb, (0.2125, 0.7154, 0.0721))` to the three channels. Alpha
/// is kept.
///
/// Source: GPUImage.
public struct Luminance: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "luminance", category: .color, summary: "Make the picture grey.", source: "GPUImage",
    kernel: Kernels.Color.luminance, aliases: ["GPUImageGrayscaleFilter"])
}
