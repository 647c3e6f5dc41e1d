public import VKCore
internal import VKKernels

/// Tells where and how much moves.
///
/// A pixel moves when its colour is 0.2 or more away from the average over time of
/// `LowPassFilter`. The position is the mean of the moving pixels' middles as fractions of the
/// picture, the intensity their share.
///
/// GPUImage compares with the average of the frame before, and declares a strength of 1 that never
/// takes effect; not so here.
///
/// Source: GPUImage.
public struct MotionDetector: MeanFilter, BranchingFilter {
  /// Share of the frames before in the average, 0 to 1.
  public var lowPassStrength: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(lowPassStrength: Float) {
    self.lowPassStrength = lowPassStrength
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "motion-detector", category: .analysis, summary: "Tell where and how much moves.",
    source: "GPUImage", kernel: Kernels.Analysis.motion, writesData: true,
    parameters: [
      .float(
        "lowPassStrength", \.lowPassStrength, in: 0...1,
        "Share of the frames before in the average.")
    ])

  /// The average over time.
  public var branch: [any Filter] { [LowPassFilter(strength: lowPassStrength)] }

  /// What moves.
  public struct Motion: Sendable, Hashable {
    /// The middle of what moves; nil when nothing does.
    public let position: Point?
    /// The share of pixels that move.
    public let intensity: Float

    /// Says what moves.
    public init(position: Point?, intensity: Float) {
      self.position = position
      self.intensity = intensity
    }
  }

  /// Where and how much.
  public func value(mean: SIMD4<Double>) -> Motion {
    let position = Point(Float(mean.x / mean.w), Float(mean.y / mean.w))
    return Motion(position: mean.w > 0 ? position : nil, intensity: Float(mean.w))
  }
}
