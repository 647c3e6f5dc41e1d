public import VKCore
internal import VKKernels

/// Twists a disc.
///
/// Within `radius` of `center` the picture is turned by `((radius - d) / radius)²·angle·8` radians;
/// distances are fractions of the picture, with no correction for its shape. Reads bilinearly, edge
/// pixels repeat. Alpha moves with colour.
///
/// Source: GPUImage.
public struct SwirlDistortion: SamplingFilter {
  /// The disc's radius as a fraction of the picture.
  public var radius: Float = 0.5
  /// The twist; the middle turns by eight times that many radians.
  public var angle: Float = 1
  /// The middle, as a fraction of the picture.
  public var center: Point = .center

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    radius: Float = Self().radius, angle: Float = Self().angle, center: Point = Self().center
  ) {
    self.radius = radius
    self.angle = angle
    self.center = center
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "swirl", category: .effect, summary: "Twist a disc of the picture.", source: "GPUImage",
    kernel: Kernels.Effect.swirl,
    parameters: [
      .float("radius", \.radius, in: 0...2, "The disc's radius as a fraction of the picture."),
      .float(
        "angle", \.angle, in: -10...10, identity: 0,
        "The twist: the middle turns by eight times that many radians."),
      .point("center", \.center, "The middle, as fractions of the picture."),
    ])
}
