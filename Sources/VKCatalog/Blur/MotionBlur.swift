public import VKCore
internal import VKKernels

/// Blurs along a line, as a camera does that moves.
///
/// Nine reads `blurSize` pixels apart weigh 0.05 0.09 0.12 0.15 0.18 0.15 0.12 0.09 0.05.
/// `blurAngle` turns from the right clockwise. Bilinear; edge pixels repeat. Alpha is blurred too.
///
/// In GPUImage 2 the length depends on the picture's shape, and version 3 ignores both parameters;
/// not so here.
///
/// Source: GPUImage.
public struct MotionBlur: SamplingFilter {
  /// From a read to the next, in pixels.
  public var blurSize: Float = 2.5
  /// The direction in degrees, clockwise from the right.
  public var blurAngle: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(blurSize: Float = Self().blurSize, blurAngle: Float = Self().blurAngle) {
    self.blurSize = blurSize
    self.blurAngle = blurAngle
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "motion-blur", category: .blur, summary: "Blur as a camera does that moves.",
    source: "GPUImage", kernel: Kernels.Blur.motion, writesAlpha: true,
    parameters: [
      .float(
        "blurSize", \.blurSize, in: 0...256, identity: 0, unit: "px",
        "From one of nine reads to the next."),
      .float(
        "blurAngle", \.blurAngle, in: -360...360, unit: "deg",
        "The direction, clockwise from the right."),
    ])
}
