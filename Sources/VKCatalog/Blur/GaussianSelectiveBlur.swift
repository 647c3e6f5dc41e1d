public import VKCore
internal import VKKernels

/// Blurs outside a disc.
///
/// Mixes the picture and its Gaussian blur by `smoothstep(excludeCircleRadius - excludeBlurSize,
/// excludeCircleRadius, d)` for a distance `d` from `excludeCirclePoint` in units of the picture's
/// width. Colours count by alpha.
///
/// Source: GPUImage (its first version).
public struct GaussianSelectiveBlur: PointFilter, BranchingFilter {
  /// The standard deviation σ of the Gaussian, in luma pixels.
  public var blurRadiusInPixels: Float = 5
  /// The disc's middle, as a fraction of the picture.
  public var excludeCirclePoint: Point = .center
  /// The disc's radius as a fraction of the picture's width.
  public var excludeCircleRadius: Float = 0.1875
  /// The width of the ring in which it becomes sharp.
  public var excludeBlurSize: Float = 0.09375

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurRadiusInPixels: Float = Self().blurRadiusInPixels,
    excludeCirclePoint: Point = Self().excludeCirclePoint,
    excludeCircleRadius: Float = Self().excludeCircleRadius,
    excludeBlurSize: Float = Self().excludeBlurSize
  ) {
    self.blurRadiusInPixels = blurRadiusInPixels
    self.excludeCirclePoint = excludeCirclePoint
    self.excludeCircleRadius = excludeCircleRadius
    self.excludeBlurSize = excludeBlurSize
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "gaussian-selective-blur", category: .blur, summary: "Blur outside a disc.",
    source: "GPUImage", kernel: Kernels.Blur.selective, writesAlpha: true,
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, unit: "px", aliases: ["radius"],
        "The standard deviation of the blur."),
      .point(
        "excludeCirclePoint", \.excludeCirclePoint,
        "The disc's middle, as fractions of the picture."),
      .float(
        "excludeCircleRadius", \.excludeCircleRadius, in: 0...2,
        "The disc's radius as a fraction of the picture's width."),
      .float(
        "excludeBlurSize", \.excludeBlurSize, in: 0...2,
        "The width of the ring in which it becomes sharp."),
    ])

  /// The blurred picture.
  public var branch: [any Filter] { [GaussianBlur(blurRadiusInPixels: blurRadiusInPixels)] }
}
