public import VKCore
internal import VKKernels

/// Finds corners by Shi and Tomasi's measure.
///
/// With the squares `a` and `b` of the Prewitt derivatives of the luminance and their product `c`,
/// each held to ±1 and blurred by a Gaussian, the measure is `a + b - sqrt((a - b)² + 4c²)`, times
/// `sensitivity`, within 0 to 1. Corners are local maxima of `threshold` or more; given as
/// fractions of the picture, the middles of their pixels, row by row. Edge pixels repeat.
///
/// GPUImage 2 looks at red alone; not so here. The default sensitivity is its first version's, not the 5 of the second.
///
/// Source: GPUImage (its first version).
public struct ShiTomasiFeatureDetector: CountingFilter, BranchingFilter {
  /// The standard deviation σ of the Gaussian, in luma pixels.
  public var blurRadiusInPixels: Float = 2
  /// What the measure is multiplied by.
  public var sensitivity: Float = 1.5
  /// The measure from which on there is a corner.
  public var threshold: Float = 0.2

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurRadiusInPixels: Float = Self().blurRadiusInPixels,
    sensitivity: Float = Self().sensitivity,
    threshold: Float = Self().threshold
  ) {
    self.blurRadiusInPixels = blurRadiusInPixels
    self.sensitivity = sensitivity
    self.threshold = threshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "shi-tomasi-corners", category: .analysis,
    summary: "Find corners by Shi and Tomasi's measure.",
    source: "GPUImage", kernel: Kernels.Analysis.corners, writesData: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "The standard deviation of the blur."),
      .float("sensitivity", \.sensitivity, in: 0...1000, "What the measure is multiplied by."),
      .float("threshold", \.threshold, in: 0...1, "The measure from which on there is a corner."),
    ])

  /// White where there is a corner.
  public var branch: [any Filter] {
    [
      StructureTensor(), GaussianBlur(blurRadiusInPixels: blurRadiusInPixels),
      Cornerness(measure: .shiTomasi, sensitivity: sensitivity), LocalPeak(threshold: threshold),
    ]
  }

  /// A bit for each pixel.
  public func counterCount(for size: Size) -> Int { markCount(for: size) }

  /// The corners.
  public func value(counts: UnsafeBufferPointer<UInt32>, size: Size) -> [Point] {
    markedPoints(counts, size: size)
  }
}
