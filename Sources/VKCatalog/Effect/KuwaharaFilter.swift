public import VKCore
internal import VKKernels

/// Smooths, but keeps edges, as a painter does.
///
/// The window is split into four squares of `radius + 1` pixels that share the middle; of the one
/// whose colours vary least the mean is taken. Edge pixels repeat. Alpha is kept; colours that it
/// hides count as black. The cost grows with the radius.
///
/// GPUImage 3 always takes the first square, and all versions step as on a picture of 768 by 1024
/// pixels; not so here.
///
/// Source: GPUImage.
public struct KuwaharaFilter: PointFilter, BranchingFilter {
  /// Pixels from the middle pixel to the window's side.
  public var radius: Int = 3

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(radius: Int) {
    self.radius = radius
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "kuwahara", category: .effect, summary: "Smooth, but keep edges, as a painter does.",
    source: "GPUImage", kernel: Kernels.Morphology.kuwahara,
    parameters: [
      .integer(
        "radius", \.radius, in: 0...128, identity: 0, unit: "px", "Pixels beside the middle one.")
    ])

  /// The mean of the least varying square.
  public var branch: [any Filter] {
    [
      ColorMoments(radius: radius), TrailingMean(radius: radius), LeastVariance(radius: radius),
    ]
  }
}
