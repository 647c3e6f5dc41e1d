public import VKCore
internal import VKKernels

/// Shows a second picture in place of a colour of the first.
///
/// Mixes the second picture in as `DissolveBlend` does: by 1 up to the distance
/// `thresholdSensitivity` from the colour, as `ChromaKeying` measures it, by 0 from
/// `thresholdSensitivity + smoothing` on, by a smooth step between.
///
/// Source: GPUImage.
public struct ChromaKeyBlend: PointFilter {
  /// The distance up to which a pixel is replaced.
  public var thresholdSensitivity: Float = 0.4
  /// The width of the way to what is kept.
  public var smoothing: Float = 0.1
  /// The colour that is replaced.
  public var colorToReplace: Color = .green

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    thresholdSensitivity: Float = Self().thresholdSensitivity, smoothing: Float = Self().smoothing,
    colorToReplace: Color = Self().colorToReplace
  ) {
    self.thresholdSensitivity = thresholdSensitivity
    self.smoothing = smoothing
    self.colorToReplace = colorToReplace
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "chroma-key-blend", category: .blend,
    summary: "Show a second picture in place of a colour.", source: "GPUImage",
    kernel: Kernels.Blend.chromaKeyBlend, writesAlpha: true, inputs: 2,
    parameters: [
      .float(
        "thresholdSensitivity", \.thresholdSensitivity, in: 0...1, "How near a chroma is replaced."),
      .float("smoothing", \.smoothing, in: 0...1, "How far the way to what is kept is."),
      .color("colorToReplace", \.colorToReplace, "The colour that is replaced."),
    ])
}
