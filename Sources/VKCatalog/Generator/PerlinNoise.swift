public import VKCore
internal import VKKernels

/// Paints clouds of noise.
///
/// Perlin's gradient noise of two dimensions over `scale` cells a side mixes `colorStart` and
/// `colorFinish`: `n` of -1 to 1 by `(n + 1) / 2`. A cell's gradient comes from its number by the
/// permutation `(34·x + 1)·x mod 289`; between cells 6·t⁵ - 15·t⁴ + 10·t³ leads over. Colours are
/// mixed by their alphas.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: GPUImage; Perlin, Improving Noise, 2002.
public struct PerlinNoise: PointFilter {
  /// The colour of the valleys.
  public var colorStart: Color = .black
  /// The colour of the hills.
  public var colorFinish: Color = .white
  /// Cells a side.
  public var scale: Float = 8

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    colorStart: Color = Self().colorStart, colorFinish: Color = Self().colorFinish,
    scale: Float = Self().scale
  ) {
    self.colorStart = colorStart
    self.colorFinish = colorFinish
    self.scale = scale
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "perlin-noise", category: .generator, summary: "Paint clouds of noise.",
    source: "GPUImage; Perlin, Improving Noise, 2002", kernel: Kernels.Generator.perlinNoise,
    writesAlpha: true,
    parameters: [
      .color("colorStart", \.colorStart, "The colour of the valleys."),
      .color("colorFinish", \.colorFinish, "The colour of the hills."),
      .float("scale", \.scale, in: 0...512, "Cells a side."),
    ])
}
