public import VKCore
internal import VKKernels

/// Makes a colour transparent.
///
/// For gamma-encoded `c` with `Y = 0.2989·r + 0.5866·g + 0.1145·b` and chroma `(0.7132·(r - Y),
/// 0.5647·(b - Y))` scales alpha by `smoothstep(thresholdSensitivity, thresholdSensitivity +
/// smoothing, d)` of the distance `d` between the chromas of `c` and of `colorToReplace`. Colour is
/// kept. A `smoothing` of 0 cuts hard.
///
/// Source: GPUImage.
public struct ChromaKeying: PointFilter {
  /// The distance up to which a pixel is fully transparent.
  public var thresholdSensitivity: Float = 0.4
  /// The width of the way to opaque.
  public var smoothing: Float = 0.1
  /// The colour that vanishes.
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
    name: "chroma-key", category: .color, summary: "Make a colour transparent.",
    source: "GPUImage", kernel: Kernels.Color.chromaKey, makesTransparency: true,
    aliases: ["GPUImageChromaKeyFilter"],
    parameters: [
      .float(
        "thresholdSensitivity", \.thresholdSensitivity, in: 0...1,
        "How near a chroma is fully transparent."),
      .float("smoothing", \.smoothing, in: 0...1, "How far the way to opaque is."),
      .color("colorToReplace", \.colorToReplace, "The colour that vanishes."),
    ])
}
