public import VKCore
internal import VKKernels

/// Gives each cell of a map the picture's colour at the cell's seed.
///
/// The second picture is what `JFAVoronoi` makes of one with seeds. Where it names no seed the picture stays as it is.
/// A map of another size is stretched over the picture.
///
/// GPUImage reads between four pixels, and places as if 255 were 256; not so here.
///
/// Source: GPUImage (its first version).
public struct VoronoiConsumer: SamplingFilter {
  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "voronoi-consumer", category: .effect,
    summary: "Give each cell of a map from jfa-voronoi the colour at its seed.",
    source: "GPUImage", kernel: Kernels.Effect.voronoiConsumer, inputs: 2)

  /// Whole pixels are moved.
  public static let isRearrangement = true
}
