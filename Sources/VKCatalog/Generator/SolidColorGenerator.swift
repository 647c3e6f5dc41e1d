public import VKCore
internal import VKKernels

/// Paints one colour.
///
/// Painted over the picture that comes in, as in Porter and Duff's "over"; over an empty one it
/// is GPUImage's.
///
/// Source: GPUImage.
public struct SolidColorGenerator: PointFilter {
  /// The colour.
  public var color: Color = .red

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(color: Color = Self().color) {
    self.color = color
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "solid-color", category: .generator, summary: "Paint one colour.", source: "GPUImage",
    kernel: Kernels.Generator.solidColor, writesAlpha: true, aliases: ["CIConstantColorGenerator"],
    parameters: [
      .color("color", \.color, aliases: ["inputColor"], "The colour.")
    ])
}
