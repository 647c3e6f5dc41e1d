public import VKCore
internal import VKKernels

/// Stretches and bends the tones of each channel.
///
/// For gamma-encoded `c`, channel by channel: `x = clamp((c - minimum) / (maximum - minimum))`,
/// `x^(1 / middle)`, then from `minOutput` to `maxOutput`. Alpha is kept, and the colours' alphas
/// are not used. A maximum at or below the minimum makes a step.
///
/// Source: GPUImage.
public struct LevelsAdjustment: PointFilter {
  /// The values that become `minOutput`.
  public var minimum: Color = .black
  /// The gamma of the tones between; above 1 brightens.
  public var middle: Color = .white
  /// The values that become `maxOutput`.
  public var maximum: Color = .white
  /// The darkest output.
  public var minOutput: Color = .black
  /// The brightest output.
  public var maxOutput: Color = .white

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    minimum: Color = Self().minimum, middle: Color = Self().middle, maximum: Color = Self().maximum,
    minOutput: Color = Self().minOutput, maxOutput: Color = Self().maxOutput
  ) {
    self.minimum = minimum
    self.middle = middle
    self.maximum = maximum
    self.minOutput = minOutput
    self.maxOutput = maxOutput
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "levels", category: .color, summary: "Stretch and bend the tones of each channel.",
    source: "GPUImage", kernel: Kernels.Color.levels,
    parameters: [
      .vector(
        "minimum", \.minimum.channels, count: 3, in: 0...1, identity: [0, 0, 0],
        "The red, green and blue that become the darkest."),
      .vector(
        "middle", \.middle.channels, count: 3, in: 0.01...10, identity: [1, 1, 1],
        "Gamma of red, green and blue: above 1 brightens."),
      .vector(
        "maximum", \.maximum.channels, count: 3, in: 0...1, identity: [1, 1, 1],
        "The red, green and blue that become the brightest."),
      .vector(
        "minOutput", \.minOutput.channels, count: 3, in: 0...1, identity: [0, 0, 0],
        "The darkest red, green and blue."),
      .vector(
        "maxOutput", \.maxOutput.channels, count: 3, in: 0...1, identity: [1, 1, 1],
        "The brightest red, green and blue."),
    ])
}

extension Color {
  /// Red, green and blue.
  fileprivate var channels: [Float] {
    get { [red, green, blue] }
    set { if newValue.count == 3 { self = Color(newValue[0], newValue[1], newValue[2], alpha) } }
  }
}
