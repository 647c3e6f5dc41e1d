public import VKCore
internal import VKKernels

/// Stretches the middle of the picture.
///
/// With the way `n` from `center`, 2 for the whole picture, the picture is read at `n·(1 +
/// smoothstep(0.25, 0.5, |n|))/2`, by axis. Bilinear; edge pixels repeat. Alpha moves with colour.
///
/// Source: GPUImage.
public struct StretchDistortion: SamplingFilter {
  /// The middle, as a fraction of the picture.
  public var center: Point = .center

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(center: Point) {
    self.center = center
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "stretch", category: .effect, summary: "Stretch the middle of the picture.",
    source: "GPUImage", kernel: Kernels.Effect.stretch,
    parameters: [
      .point("center", \.center, "The middle, as fractions of the picture.")
    ])
}
