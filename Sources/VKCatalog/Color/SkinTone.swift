public import VKCore
internal import VKKernels

/// Shifts the colours of skin, and little else.
///
/// For gamma-encoded `c` in HSV, hue 0 to 1, with `w = exp(-skinHueThreshold·(h - skinHue)²)`:
/// `skinToneAdjust·w·maxHueShift` is added to the hue; where `upperSkinToneColor` is orange and
/// `skinToneAdjust` above 0, `skinToneAdjust·w·maxSaturationShift` is added to the saturation
/// instead. Grey has no hue and stays. Alpha is kept.
///
/// GPUImage measures the distance of hues along a line; here it is the shorter way around, so
/// that pinkish skin counts.
///
/// Source: GPUImage.
public struct SkinTone: PointFilter {
  /// Where an adjustment above 0 leads.
  public enum UpperColor: String, Sendable, CaseIterable {
    /// To other hues, towards green.
    case green
    /// To more saturation, which is orange.
    case orange
  }

  /// The strength and the direction, -1 to 1.
  public var skinToneAdjust: Float = 0
  /// The hue of skin, 0 to 1.
  public var skinHue: Float = 0.05
  /// How narrow the hues around it are.
  public var skinHueThreshold: Float = 40
  /// The largest change of hue, as a share of a turn.
  public var maxHueShift: Float = 0.25
  /// The largest change of saturation.
  public var maxSaturationShift: Float = 0.4
  /// Where an adjustment above 0 leads.
  public var upperSkinToneColor: UpperColor = .green

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(
    skinToneAdjust: Float = Self().skinToneAdjust, skinHue: Float = Self().skinHue,
    skinHueThreshold: Float = Self().skinHueThreshold, maxHueShift: Float = Self().maxHueShift,
    maxSaturationShift: Float = Self().maxSaturationShift,
    upperSkinToneColor: UpperColor = Self().upperSkinToneColor
  ) {
    self.skinToneAdjust = skinToneAdjust
    self.skinHue = skinHue
    self.skinHueThreshold = skinHueThreshold
    self.maxHueShift = maxHueShift
    self.maxSaturationShift = maxSaturationShift
    self.upperSkinToneColor = upperSkinToneColor
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "skin-tone", category: .color, summary: "Shift the colours of skin.", source: "GPUImage",
    kernel: Kernels.Color.skinTone,
    parameters: [
      .float(
        "skinToneAdjust", \.skinToneAdjust, in: -1...1, identity: 0, aliases: ["adjust"],
        "The strength and the direction."),
      .float("skinHue", \.skinHue, in: 0...1, "The hue of skin."),
      .float(
        "skinHueThreshold", \.skinHueThreshold, in: 0...1000, "How narrow the hues around it are."),
      .float("maxHueShift", \.maxHueShift, in: 0...1, "The largest change of hue, of a turn."),
      .float(
        "maxSaturationShift", \.maxSaturationShift, in: 0...1, "The largest change of saturation."),
      .choice("upperSkinToneColor", \.upperSkinToneColor, "Where an adjustment above 0 leads."),
    ])
}
