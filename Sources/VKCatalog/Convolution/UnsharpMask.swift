public import VKCore
internal import VKKernels

/// Sharpens by the difference from a blurred copy.
///
/// Writes `intensity·c + (1 - intensity)·b` for the Gaussian blur `b`: 1 changes nothing, below 1
/// softens. Colours count by alpha.
///
/// The default radius is the one that GPUImage declares; until it is set, the original blurs by 2.
///
/// Source: GPUImage.
public struct UnsharpMask: PointFilter, BranchingFilter {
  /// The standard deviation σ of the Gaussian, in luma pixels.
  public var blurRadiusInPixels: Float = 4
  /// The strength; 1 changes nothing.
  public var intensity: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurRadiusInPixels: Float = Self().blurRadiusInPixels,
    intensity: Float = Self().intensity
  ) {
    self.blurRadiusInPixels = blurRadiusInPixels
    self.intensity = intensity
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "unsharp-mask", category: .convolution,
    summary: "Sharpen by the difference from a blurred copy.",
    source: "GPUImage", kernel: Kernels.Convolution.unsharpMask, writesAlpha: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "The standard deviation of the blur."),
      .float("intensity", \.intensity, in: 0...10, identity: 1, "The strength; 1 changes nothing."),
    ])

  /// The blurred picture.
  public var branch: [any Filter] { [GaussianBlur(blurRadiusInPixels: blurRadiusInPixels)] }
}
