public import VKCore

/// Averages a square several times as FFmpeg's `boxblur` does.
///
/// Radii count samples of each plane; FFmpeg mirrors at the edges where edge samples repeat here.
///
/// Source: FFmpeg's documentation of `boxblur`.
public struct FFmpegBoxBlur: LinearFilter {
  /// Samples of luma, or of each colour, to each side.
  public var lumaRadius: Expression = 2
  /// How often.
  public var lumaPower: Int = 2
  /// Samples of chroma to each side.
  public var chromaRadius: Expression = "luma_radius"
  /// How often; -1 as often as luma.
  public var chromaPower: Int = -1
  /// Accepted: alpha is blurred with the colours.
  public var alphaRadius: Expression = "luma_radius"
  /// Accepted: alpha is blurred with the colours.
  public var alphaPower: Int = -1

  private static let names = ["w", "h", "cw", "ch"]

  /// Makes the filter with its defaults.
  public init() {}

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "boxblur", vocabulary: .ffmpeg, category: .blur,
    summary: "Average a square around each sample, several times.",
    source: "FFmpeg's documentation", writesAlpha: true,
    parameters: [
      .expression(
        "luma_radius", \.lumaRadius, over: names, unit: "px", aliases: ["lr"],
        "Samples of luma, or of each colour, to each side."),
      .integer("luma_power", \.lumaPower, in: 0...8, aliases: ["lp"], "How often."),
      .expression(
        "chroma_radius", \.chromaRadius, over: names + ["luma_radius"], unit: "px",
        aliases: ["cr"], "Samples of chroma to each side."),
      .integer(
        "chroma_power", \.chromaPower, in: -1...8, aliases: ["cp"],
        "How often; -1 as often as luma."),
      .expression(
        "alpha_radius", \.alphaRadius, over: names + ["luma_radius"], unit: "px", aliases: ["ar"],
        "Accepted: alpha is blurred with the colours."),
      .integer(
        "alpha_power", \.alphaPower, in: -1...8, aliases: ["ap"],
        "Accepted: alpha is blurred with the colours."),
    ])

  /// The weights for a plane.
  public func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    var names = ["w": Double(size.width), "h": Double(size.height)]
    names["cw"] = (Double(size.width) * scale.x).rounded(.up)
    names["ch"] = (Double(size.height) * scale.y).rounded(.up)
    var radius = try lumaRadius.value(names)
    names["luma_radius"] = radius
    if scale.isChroma { radius = try chromaRadius.value(names) }
    guard (0...1024).contains(radius) else {
      throw FilterError(.invalidValue, "boxblur: a radius of \(radius); it is 0 to 1024")
    }
    let power = scale.isChroma && chromaPower >= 0 ? chromaPower : lumaPower
    let row = (0..<power).reduce([1]) { row, _ in convolved(row, box(radius: Int(radius))) }
    return .separable(
      horizontal: folded(row, length: size.width), vertical: folded(row, length: size.height))
  }
}
