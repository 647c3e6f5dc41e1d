public import VKCore

/// Blurs the picture like the backgrounds of iOS 7: saturation, blur, and less range of
/// luminance.
///
/// Does `SaturationAdjustment`, `GaussianBlur` and `LuminanceRangeReduction` in turn.
///
/// Source: GPUImage.
public struct iOSBlur: CompositeFilter {
  /// The standard deviation of the blur, in pixels.
  public var blurRadiusInPixels: Float = 48
  /// Gain on the distance from grey.
  public var saturation: Float = 0.8
  /// The share of the way to the middle, 0 to 1.
  public var rangeReductionFactor: Float = 0.6

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    blurRadiusInPixels: Float = Self().blurRadiusInPixels, saturation: Float = Self().saturation,
    rangeReductionFactor: Float = Self().rangeReductionFactor
  ) {
    self.blurRadiusInPixels = blurRadiusInPixels
    self.saturation = saturation
    self.rangeReductionFactor = rangeReductionFactor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "ios-blur", category: .blur, summary: "Blur like the backgrounds of iOS 7.",
    source: "GPUImage",
    parameters: [
      .float(
        "blurRadiusInPixels", \.blurRadiusInPixels, in: 0...1024, identity: 0, unit: "px",
        aliases: ["radius"], "The standard deviation of the blur."),
      .float("saturation", \.saturation, in: 0...2, identity: 1, "0 is grey, 1 changes nothing."),
      .float(
        "rangeReductionFactor", \.rangeReductionFactor, in: 0...1, identity: 0, aliases: ["factor"],
        "The share of the way to the middle."),
    ])

  /// What it is made of.
  public var body: [any Filter] {
    [
      SaturationAdjustment(saturation: saturation),
      GaussianBlur(blurRadiusInPixels: blurRadiusInPixels),
      LuminanceRangeReduction(rangeReductionFactor: rangeReductionFactor),
    ]
  }
}
