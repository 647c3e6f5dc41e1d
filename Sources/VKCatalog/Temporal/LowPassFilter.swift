public import VKCore
internal import VKKernels

/// Averages over time.
///
/// For frame `x[n]` writes `y[n] = mix(x[n], y[n - 1], strength)`, with `y[0] = x[0]`; alpha is
/// averaged too, and colours count by it.
///
/// GPUImage feeds back the frame before the last one; not so here.
///
/// Source: GPUImage.
public struct LowPassFilter: TemporalFilter {
  /// Share of what was written before, 0 to 1.
  public var strength: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(strength: Float = Self().strength) {
    self.strength = strength
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "low-pass", category: .temporal, summary: "Average over time.", source: "GPUImage",
    kernel: Kernels.Temporal.lowPass, writesAlpha: true,
    parameters: [
      .float("strength", \.strength, in: 0...1, identity: 0, "Share of the frames before.")
    ])
}
