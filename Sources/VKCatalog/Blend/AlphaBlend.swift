public import VKCore
internal import VKKernels

/// Lays the second picture over the first at a share of its opacity.
///
/// Over an opaque picture writes `mix(first.rgb, second.rgb, second.alpha·mix)`; where the first
/// is not opaque, both count by what is seen of them and alphas add up, as in Porter and Duff's "over".
///
/// GPUImage keeps the first picture's alpha. The default is the one in its code, not its page's 1.
///
/// Source: GPUImage; Porter and Duff, 1984.
public struct AlphaBlend: PointFilter {
  /// Share of the second picture, 0 to 1.
  public var mix: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(mix: Float = Self().mix) {
    self.mix = mix
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "alpha-blend", category: .blend, summary: "Mix a second picture in by its opacity.",
    source: "GPUImage", kernel: Kernels.Blend.alphaBlend, writesAlpha: true, inputs: 2,
    parameters: [
      .float("mix", \.mix, in: 0...1, identity: 0, "Share of the second picture.")
    ])
}
