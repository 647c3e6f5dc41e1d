public import VKCore
internal import VKKernels

/// Makes the negative.
///
/// For gamma-encoded `c` writes `1 - c.rgb`. Alpha is kept.
///
/// Source: GPUImage.
public struct ColorInversion: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "invert", category: .color, summary: "Make the negative.", source: "GPUImage",
    kernel: Kernels.Color.invert, aliases: ["GPUImageColorInvertFilter", "CIColorInvert"])
}
