public import VKCore
internal import VKKernels

/// Lays the second picture over the first.
///
/// With straight alphas `a` below and `b` above: alpha is `b + a·(1 - b)`, colour `(second·b +
/// first·a·(1 - b)) / alpha`.
///
/// GPUImage mixes all four channels by `b`: the same over an opaque picture, wrong over a
/// transparent one.
///
/// Source: Porter and Duff, Compositing Digital Images, 1984 ("over").
public struct SourceOverBlend: PointFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "source-over", category: .blend, summary: "Lay a second picture over the first.",
    source: "Porter and Duff, 1984", kernel: Kernels.Blend.sourceOver, writesAlpha: true,
    aliases: ["NormalBlend", "CISourceOverCompositing"], inputs: 2)
}

/// GPUImage's other name for the same.
public typealias NormalBlend = SourceOverBlend
