public import VKCore
internal import VKKernels

/// Blows a disc up, or sucks it in below 0.
///
/// At a distance `d` of less than `radius` from `center`, in units of the picture's width, the
/// picture is read at `(1 - (radius - d)/radius·scale)²` times the way from the centre. Bilinear;
/// edge pixels repeat. Alpha moves with colour.
///
/// Source: GPUImage.
public struct BulgeDistortion: SamplingFilter {
  /// The disc's radius as a fraction of the picture's width.
  public var radius: Float = 0.25
  /// The strength; below 0 sucks in.
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
    name: "bulge", category: .effect, summary: "Blow a disc up, or suck it in.",
    source: "GPUImage", kernel: Kernels.Effect.bulge,
    parameters: [
      .float(
        "radius", \.radius, in: 0...2, "The disc's radius as a fraction of the picture's width."),
      .float("scale", \.scale, in: -1...1, identity: 0, "The strength; below 0 sucks in."),
      .point("center", \.center, "The middle, as fractions of the picture."),
    ])
}
