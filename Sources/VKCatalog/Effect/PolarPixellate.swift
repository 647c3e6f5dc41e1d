public import VKCore
internal import VKKernels

/// Makes pieces of rings of one colour each.
///
/// In coordinates from -1 to 1 around `center`, with no correction for the picture's shape, the
/// distance is rounded down to a multiple of `pixelSize.x` and 0.03 added, the angle (radians)
/// rounded down to one of `pixelSize.y`; the picture is read there. Edge pixels repeat. Alpha
/// moves with colour.
///
/// Source: GPUImage.
public struct PolarPixellate: SamplingFilter {
  /// Width of a ring and angle of a piece in radians.
  public var pixelSize: Point = Point(0.05, 0.05)
  /// The middle, as a fraction of the picture.
  public var center: Point = .center

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(pixelSize: Point = Self().pixelSize, center: Point = Self().center) {
    self.pixelSize = pixelSize
    self.center = center
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "polar-pixellate", category: .effect, summary: "Make pieces of rings of one colour each.",
    source: "GPUImage", kernel: Kernels.Effect.polarPixellate,
    parameters: [
      .point(
        "pixelSize", \.pixelSize,
        "Width of a ring, as a fraction of half the picture, and angle of a piece in radians."),
      .point("center", \.center, "The middle, as fractions of the picture."),
    ])
}
