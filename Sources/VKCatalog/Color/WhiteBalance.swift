public import VKCore
internal import VKKernels

/// Makes the picture warmer or cooler, and shifts it between green and pink.
///
/// For gamma-encoded `c` adds `0.0005226·tint` to Q of NTSC's YIQ, within ±0.5226; then goes from
/// that towards its overlay with the warm colour `(0.93, 0.54, 0)`, which is `2·x·w` below one
/// half and `1 - 2·(1 - x)·(1 - w)` above: `0.00006·(temperature - 5000)` of the way,
/// `0.0004·(temperature - 5000)` below 5000, where it leads away. Alpha is kept.
///
/// GPUImage fills its YIQ matrices row by row into column-major types, so that its tint shifts
/// another quantity than Q; Q is meant, and shifted here.
///
/// Source: GPUImage; the matrices are those of NTSC's YIQ.
public struct WhiteBalance: PointFilter {
  /// Kelvin; below 5000 is cooler, above warmer.
  public var temperature: Float = 5000
  /// The shift, -200 (green) to 200 (pink).
  public var tint: Float = 0

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(temperature: Float = Self().temperature, tint: Float = Self().tint) {
    self.temperature = temperature
    self.tint = tint
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "white-balance", category: .color,
    summary: "Make the picture warmer or cooler, greener or pinker.", source: "GPUImage",
    kernel: Kernels.Color.whiteBalance, makesColor: true,
    parameters: [
      .float(
        "temperature", \.temperature, in: 1000...25000, identity: 5000, unit: "K",
        "Below 5000 is cooler, above warmer."),
      .float("tint", \.tint, in: -200...200, identity: 0, "Below 0 is greener, above pinker."),
    ])
}
