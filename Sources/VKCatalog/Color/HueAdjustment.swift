public import VKCore
internal import VKKernels

/// Turns the hue at equal luma and chroma.
///
/// For gamma-encoded `c` in YIQ turns (I, Q) by `-hue`: `atan2(Q, I)` falls by `hue` degrees. What
/// I and Q change by is added to `c`, so that 0 changes nothing exactly, although NTSC's matrices
/// are inverse to each other only to three digits. Alpha is kept.
///
/// GPUImage 2 and 3 document degrees and compute radians; degrees are meant, and computed here. The
/// default of 90 is GPUImage's; 0 changes nothing.
///
/// Source: GPUImage (its first version, which has degrees); the matrices are those of NTSC's YIQ.
public struct HueAdjustment: PointFilter {
  /// Degrees; 0 changes nothing.
  public var hue: Float = 90

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(hue: Float = Self().hue) {
    self.hue = hue
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "hue-adjustment", category: .color, summary: "Turn the hue.", source: "GPUImage",
    kernel: Kernels.Color.hue,
    parameters: [
      .float("hue", \.hue, in: -360...360, identity: 0, unit: "deg", "The angle.")
    ])
}
