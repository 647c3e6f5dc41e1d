public import VKCore
internal import VKKernels

/// Fades from one picture to a second.
///
/// Mixes colours by their alphas: with straight alphas `a` and `b` and `m = mix`, alpha is
/// `a·(1 - m) + b·m` and colour `(first·a·(1 - m) + second·b·m) / alpha`, which is GPUImage's formula
/// for premultiplied pictures.
///
/// Source: GPUImage.
public struct DissolveBlend: PointFilter {
  /// Share of the second picture, 0 to 1.
  public var mix: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(mix: Float) { self.mix = mix }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "dissolve-blend", category: .blend, summary: "Fade to a second picture.",
    source: "GPUImage", kernel: Kernels.Blend.dissolve, writesAlpha: true,
    aliases: ["CIDissolveTransition=inputTime=0"], inputs: 2,
    parameters: [
      .float(
        "mix", \.mix, in: 0...1, identity: 0, aliases: ["inputTime"], "Share of the second picture."
      )
    ])
}
