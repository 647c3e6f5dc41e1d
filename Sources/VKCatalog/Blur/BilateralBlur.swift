public import VKCore
internal import VKKernels

/// Blurs, but not across edges.
///
/// Nine pixels along the columns, then along the rows, weigh 0.05 0.09 0.12 0.15 0.18 0.15 0.12
/// 0.09 0.05 times `1 - min(d·distanceNormalizationFactor, 1)` for a distance `d` of their colour,
/// alpha included, from the middle one's. Edge pixels repeat. Colours count by alpha.
///
/// The default is the one that GPUImage declares; its initialiser sets 1.
///
/// Source: GPUImage.
public struct BilateralBlur: CompositeFilter {
  /// How much a difference of colour takes from the weight.
  public var distanceNormalizationFactor: Float = 8

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(distanceNormalizationFactor: Float) {
    self.distanceNormalizationFactor = distanceNormalizationFactor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "bilateral-blur", category: .blur, summary: "Blur, but not across edges.",
    source: "GPUImage", writesAlpha: true, aliases: ["GPUImageBilateralFilter"],
    parameters: [
      .float(
        "distanceNormalizationFactor", \.distanceNormalizationFactor, in: 0...1000,
        "How much a difference of colour takes from the weight.")
    ])

  /// A pass along the columns and one along the rows.
  public var body: [any Filter] {
    [BilateralBlurPass(self, isVertical: true), BilateralBlurPass(self, isVertical: false)]
  }
}

/// One direction of `BilateralBlur`.
struct BilateralBlurPass: SamplingFilter {
  var distanceNormalizationFactor: Float = 8
  var isVertical = false

  init() {}

  init(_ filter: BilateralBlur, isVertical: Bool) {
    distanceNormalizationFactor = filter.distanceNormalizationFactor
    self.isVertical = isVertical
  }

  static let info = FilterInfo<Self>(
    name: "bilateral-blur-pass", category: .blur,
    summary: "Blur a row or a column, but not across edges.",
    source: "GPUImage", kernel: Kernels.Blur.bilateral, writesAlpha: true,
    parameters: [
      .float(
        "distanceNormalizationFactor", \.distanceNormalizationFactor, in: 0...1000,
        "How much a difference of colour takes from the weight."),
      .boolean("isVertical", \.isVertical, "Whether it is a column."),
    ])
}
