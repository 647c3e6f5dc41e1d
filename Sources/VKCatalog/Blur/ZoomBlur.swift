public import VKCore
internal import VKKernels

/// Blurs towards a point, as a camera does that zooms.
///
/// Nine reads along the way to `blurCenter`, `blurSize` hundredths of it apart, weigh 0.05 0.09
/// 0.12 0.15 0.18 0.15 0.12 0.09 0.05. Bilinear; edge pixels repeat. Alpha is blurred too.
///
/// Source: GPUImage.
public struct ZoomBlur: SamplingFilter {
  /// The reach of the blur.
  public var blurSize: Float = 1
  /// The point, as a fraction of the picture.
  public var blurCenter: Point = .center

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(blurSize: Float = Self().blurSize, blurCenter: Point = Self().blurCenter) {
    self.blurSize = blurSize
    self.blurCenter = blurCenter
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "zoom-blur", category: .blur, summary: "Blur as a camera does that zooms.",
    source: "GPUImage", kernel: Kernels.Blur.zoom, writesAlpha: true,
    parameters: [
      .float("blurSize", \.blurSize, in: 0...100, identity: 0, "The reach of the blur."),
      .point("blurCenter", \.blurCenter, "The point, as fractions of the picture."),
    ])
}
