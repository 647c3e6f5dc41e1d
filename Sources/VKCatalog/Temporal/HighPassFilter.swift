public import VKCore
internal import VKKernels

/// Shows what differs from the average over time.
///
/// For frame `x[n]` writes `|x[n] - y[n]|` with the `y` of `LowPassFilter`; alpha is kept.
///
/// GPUImage compares with the average of the frame before; not so here.
///
/// Source: GPUImage.
public struct HighPassFilter: TemporalFilter {
  /// Share of the frames before in the average, 0 to 1.
  public var strength: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(strength: Float) {
    self.strength = strength
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "high-pass", category: .temporal,
    summary: "Show what differs from the average over time.",
    source: "GPUImage", kernel: Kernels.Temporal.highPass,
    parameters: [
      .float("strength", \.strength, in: 0...1, "Share of the frames before in the average.")
    ])
}
