public import VKCore
internal import VKKernels

/// Shows the picture through a ball of glass, upright, with light on its rim and a bright spot.
///
/// A ray straight into the picture is bent where it meets the ball, by Snell's law for a ratio of
/// `refractiveIndex`; its direction says where the picture is read. Outside the ball nothing is
/// left: transparent, or black in formats without alpha.
///
/// GPUImage displaces the ball on pictures that are not square; not so here.
///
/// Source: GPUImage.
public struct GlassSphereRefraction: SamplingFilter {
  /// The ball's radius as a fraction of the picture's width.
  public var radius: Float = 0.25
  /// The ratio of the refractive indices outside and inside.
  public var refractiveIndex: Float = 0.71
  /// The middle, as a fraction of the picture.
  public var center: Point = .center

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    radius: Float = Self().radius,
    refractiveIndex: Float = Self().refractiveIndex,
    center: Point = Self().center
  ) {
    self.radius = radius
    self.refractiveIndex = refractiveIndex
    self.center = center
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "glass-sphere-refraction", category: .effect,
    summary: "Show the picture through a ball of glass.",
    source: "GPUImage", kernel: Kernels.Effect.glassSphere, makesTransparency: true,
    aliases: ["GPUImageGlassSphereFilter"],
    parameters: [
      .float(
        "radius", \.radius, in: 0...2, "The ball's radius as a fraction of the picture's width."),
      .float(
        "refractiveIndex", \.refractiveIndex, in: 0...1,
        "The ratio of the refractive indices outside and inside."),
      .point("center", \.center, "The middle, as fractions of the picture."),
    ])
}
