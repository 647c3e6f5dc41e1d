public import VKCore
internal import VKKernels

/// Scales the distance from middle grey.
///
/// For gamma-encoded `c` writes `(c.rgb - 0.5)·contrast + 0.5`. Alpha is kept.
///
/// Source: GPUImage.
public struct ContrastAdjustment: PointFilter {
  /// Gain around 0.5; 1 changes nothing.
  public var contrast: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(contrast: Float = Self().contrast) {
    self.contrast = contrast
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "contrast", category: .color, summary: "Scale the distance from middle grey.",
    source: "GPUImage", kernel: Kernels.Color.contrast, aliases: ["CIColorControls.inputContrast"],
    parameters: [
      .float(
        "contrast", \.contrast, in: 0...4, identity: 1, aliases: ["inputContrast"],
        "0 is grey, 1 changes nothing.")
    ])
}
