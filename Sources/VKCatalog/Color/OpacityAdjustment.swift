public import VKCore
internal import VKKernels

/// Scales alpha.
///
/// Writes `alpha·opacity`; colour is kept (alpha is straight).
///
/// GPUImage's code starts at 0, which hides the picture untouched; the default here is 1, as its
/// documentation says.
///
/// Source: GPUImage.
public struct OpacityAdjustment: PointFilter {
  /// Factor of alpha; 1 changes nothing.
  public var opacity: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(opacity: Float = Self().opacity) {
    self.opacity = opacity
  }

  /// Only a factor below 1 takes from the alpha of an opaque picture.
  public var addsAlpha: Bool { opacity < 1 }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "opacity", category: .color, summary: "Scale the picture's opacity.",
    source: "GPUImage", kernel: Kernels.Color.opacity, makesTransparency: true,
    parameters: [
      .float("opacity", \.opacity, in: 0...1, identity: 1, "0 is invisible, 1 changes nothing.")
    ])
}
