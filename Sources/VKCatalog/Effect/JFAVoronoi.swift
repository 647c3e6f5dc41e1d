public import VKCore
internal import VKKernels

/// Gives for each pixel the place of the nearest seed, for `VoronoiConsumer`.
///
/// Seeds are the pixels of an alpha of 1/2 or more whose luminance is `threshold` or more. The result is a map: red and
/// green are the seed's column and row up to 255, blue numbers the blocks of 256 by 256 pixels that it lies in, row by
/// row, with eight to a row or as many as the width needs; alpha is 0 where there is no seed at all. Pictures of more
/// than 256 blocks are counted in units of two, four, … pixels. Only RGB of 8 bits or more keeps a map.
///
/// By jump flooding, with a step of a pixel before and after: now and then a pixel is given a seed that is not quite
/// the nearest. Seeds are where they are seen; GPUImage's have their places as their colours, in squares of a power of
/// two.
///
/// Source: GPUImage (its first version); Rong and Tan, Jump flooding in GPU, 2006.
public struct JFAVoronoi: AdaptiveFilter {
  /// The luminance from which on a pixel is a seed.
  public var threshold: Float = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(threshold: Float) {
    self.threshold = threshold
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "jfa-voronoi", category: .effect,
    summary: "Give for each pixel the place of the nearest seed, as a map.",
    source: "GPUImage; Rong and Tan, Jump flooding in GPU, 2006", writesAlpha: true,
    makesColor: true,
    parameters: [
      .float(
        "threshold", \.threshold, in: 0...1,
        "The luminance from which on a pixel is a seed; 0 takes all that is seen.")
    ])

  /// Seeds, jumps of half the size and ever less, the map.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    var reaches = [1]
    var reach = 1
    while reach < max(situation.size.width, situation.size.height) { reach *= 2 }
    while reach > 1 {
      reach /= 2
      reaches.append(reach)
    }
    reaches.append(1)
    return [VoronoiSeeds(threshold: threshold)] + reaches.map { VoronoiJump(reach: $0) }
      + [VoronoiMap()]
  }
}

/// The places of seeds.
struct VoronoiSeeds: PointFilter {
  var threshold: Float = 0.5

  init() {}
  init(threshold: Float) { self.threshold = threshold }

  static let info = FilterInfo<Self>(
    name: "voronoi-seeds", category: .effect, summary: "Give the places of seeds.",
    source: "GPUImage", kernel: Kernels.Effect.voronoiSeeds, writesData: true,
    parameters: [.float("threshold", \.threshold, in: 0...1, "The least luminance.")])
}

/// The nearest of the seeds that pixels in eight directions know of.
struct VoronoiJump: SamplingFilter {
  var reach = 1

  init() {}
  init(reach: Int) { self.reach = reach }

  static let info = FilterInfo<Self>(
    name: "voronoi-jump", category: .effect, summary: "Choose the nearest seed.",
    source: "Rong and Tan, 2006", kernel: Kernels.Effect.voronoiJump, writesData: true,
    parameters: [.integer("reach", \.reach, in: 1...65536, unit: "px", "How far they are.")])
}

/// Places as colours.
struct VoronoiMap: PointFilter {
  static let info = FilterInfo<Self>(
    name: "voronoi-map", category: .effect, summary: "Write places as colours.",
    source: "GPUImage", kernel: Kernels.Effect.voronoiMap, writesAlpha: true)
}
