public import VKCore
internal import VKKernels

/// Blurs red alone by a Gaussian and shows it in grey.
///
/// See `GaussianBlur` for the weights. Alpha is blurred too.
///
/// Source: GPUImage.
public struct SingleComponentGaussianBlur: CompositeFilter {
  /// The standard deviation σ of the Gaussian, in luma pixels.
  public var blurRadiusInPixels: Float = 2

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(blurRadiusInPixels: Float) {
    self.blurRadiusInPixels = blurRadiusInPixels
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "single-component-gaussian-blur", category: .blur, summary: "Blur red alone, in grey.",
    source: "GPUImage", writesAlpha: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "The standard deviation.")
    ])

  /// Red as grey, blurred.
  public var body: [any Filter] {
    [RedChannel(), GaussianBlur(blurRadiusInPixels: blurRadiusInPixels)]
  }
}

/// Red in all channels.
struct RedChannel: PointFilter {
  static let info = FilterInfo<Self>(
    name: "red-channel", category: .color, summary: "Show red in grey.", source: "GPUImage",
    kernel: Kernels.Color.red)
}
