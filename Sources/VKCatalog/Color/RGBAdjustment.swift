public import VKCore
internal import VKKernels

/// Scales red, green and blue by a factor each.
///
/// For gamma-encoded `c` writes `c.rgb·(red, green, blue)`. Alpha is kept.
///
/// Source: GPUImage.
public struct RGBAdjustment: PointFilter {
  /// Factor of red.
  public var red: Float = 1
  /// Factor of green.
  public var green: Float = 1
  /// Factor of blue.
  public var blue: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(red: Float = Self().red, green: Float = Self().green, blue: Float = Self().blue) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "rgb", category: .color, summary: "Scale red, green and blue by a factor each.",
    source: "GPUImage", kernel: Kernels.Color.rgb, makesColor: true,
    parameters: [
      .float("red", \.red, in: 0...10, identity: 1, "Factor of red."),
      .float("green", \.green, in: 0...10, identity: 1, "Factor of green."),
      .float("blue", \.blue, in: 0...10, identity: 1, "Factor of blue."),
    ])
}
