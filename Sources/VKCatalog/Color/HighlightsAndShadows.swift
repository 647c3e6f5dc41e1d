public import VKCore
internal import VKKernels

/// Lifts the shadows and lowers the highlights.
///
/// For gamma-encoded `c` with `l = 0.3·(r + g + b)`, `s = clamp(l^(1/(S+1)) - 0.76·l^(2/(S+1)) -
/// l, 0, 1)` and `h = clamp(1 - ((1-l)^(1/(2-H)) - 0.8·(1-l)^(2/(2-H))) - l, -1, 0)` writes `c·(l
/// + s + h) / l`. Alpha is kept.
///
/// GPUImage divides by zero for black; black stays black here. The weights of 0.3 are those of
/// GPUImage 1 and 2.
///
/// Source: GPUImage.
public struct HighlightsAndShadows: PointFilter {
  /// How far shadows are lifted, 0 to 1.
  public var shadows: Float = 0
  /// How far highlights are left, 1 to 0.
  public var highlights: Float = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(shadows: Float = Self().shadows, highlights: Float = Self().highlights) {
    self.shadows = shadows
    self.highlights = highlights
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "highlights-and-shadows", category: .color,
    summary: "Lift the shadows and lower the highlights.", source: "GPUImage",
    kernel: Kernels.Color.highlightsAndShadows, aliases: ["GPUImageHighlightShadowFilter"],
    parameters: [
      .float("shadows", \.shadows, in: 0...1, identity: 0, "How far shadows are lifted."),
      .float(
        "highlights", \.highlights, in: 0...1, identity: 1,
        "1 leaves highlights, 0 lowers them most."),
    ])
}
