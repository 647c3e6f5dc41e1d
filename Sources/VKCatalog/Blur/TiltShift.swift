public import VKCore
internal import VKKernels

/// Blurs above and below a band, as in pictures of models.
///
/// Mixes the picture and its Gaussian blur by `1 - smoothstep(top - f, top, y) +
/// smoothstep(bottom, bottom + f, y)`, at most 1, with `y` from 0 at the top to 1 and `f` for
/// `focusFallOffRate`. Colours count by alpha.
///
/// Source: GPUImage.
public struct TiltShift: PointFilter, BranchingFilter {
  /// The standard deviation σ of the Gaussian, in luma pixels.
  public var blurRadiusInPixels: Float = 7
  /// Where the sharp band starts, as a fraction of the height.
  public var topFocusLevel: Float = 0.4
  /// Where it ends.
  public var bottomFocusLevel: Float = 0.6
  /// The height over which it becomes blurred.
  public var focusFallOffRate: Float = 0.2

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurRadiusInPixels: Float = Self().blurRadiusInPixels,
    topFocusLevel: Float = Self().topFocusLevel,
    bottomFocusLevel: Float = Self().bottomFocusLevel,
    focusFallOffRate: Float = Self().focusFallOffRate
  ) {
    self.blurRadiusInPixels = blurRadiusInPixels
    self.topFocusLevel = topFocusLevel
    self.bottomFocusLevel = bottomFocusLevel
    self.focusFallOffRate = focusFallOffRate
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "tilt-shift", category: .blur,
    summary: "Blur above and below a band, as in pictures of models.",
    source: "GPUImage", kernel: Kernels.Blur.tiltShift, writesAlpha: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "The standard deviation of the blur."),
      .float(
        "topFocusLevel", \.topFocusLevel, in: 0...1,
        "Where the sharp band starts, as a fraction of the height."),
      .float(
        "bottomFocusLevel", \.bottomFocusLevel, in: 0...1,
        "Where the sharp band ends, as a fraction of the height."),
      .float(
        "focusFallOffRate", \.focusFallOffRate, in: 0...1,
        "The height over which it becomes blurred."),
    ])

  /// The blurred picture.
  public var branch: [any Filter] { [GaussianBlur(blurRadiusInPixels: blurRadiusInPixels)] }
}
