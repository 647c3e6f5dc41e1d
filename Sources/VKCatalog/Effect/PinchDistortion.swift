public import VKCore
internal import VKKernels

/// Pinches a disc together, or pulls it apart below 0.
///
/// At a distance `d` of less than `radius` from `center`, in units of the picture's width, the
/// picture is read at `1 + (0.5 - d)/0.5·scale` times the way from the centre; a radius of 0.5
/// joins smoothly. Bilinear; edge pixels repeat. Alpha moves with colour.
///
/// GPUImage displaces the disc on pictures that are not square; not so here. The defaults are
/// those in its code, not its page's 1 and 1.
///
/// Source: GPUImage.
public struct PinchDistortion: SamplingFilter {
  /// The disc's radius as a fraction of the picture's width.
  public var radius: Float = 0.5
  /// The strength; below 0 pulls apart.
  public var scale: Float = 0.5
  /// The middle, as a fraction of the picture.
  public var center: Point = .center

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    radius: Float = Self().radius,
    scale: Float = Self().scale,
    center: Point = Self().center
  ) {
    self.radius = radius
    self.scale = scale
    self.center = center
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "pinch", category: .effect, summary: "Pinch a disc together, or pull it apart.",
    source: "GPUImage", kernel: Kernels.Effect.pinch,
    parameters: [
      .float(
        "radius", \.radius, in: 0...2, "The disc's radius as a fraction of the picture's width."),
      .float("scale", \.scale, in: -2...2, identity: 0, "The strength; below 0 pulls apart."),
      .point("center", \.center, "The middle, as fractions of the picture."),
    ])
}
