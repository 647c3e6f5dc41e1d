public import VKCore
internal import VKKernels

/// Darkens towards the corners as a lens does, as FFmpeg's `vignette` does.
///
/// With the distance `d` from (`x0`, `y0`) over half the picture's diagonal, stored codes are multiplied
/// by `cos(angle·d)⁴`, or divided by it where `mode` is backward; chroma about its middle.
///
/// Source: FFmpeg's documentation of `vignette` (the natural illumination falloff).
public struct FFmpegVignette: AdaptiveFilter {
  /// What is done.
  public enum Mode: String, Sendable, CaseIterable {
    /// Darkens.
    case forward
    /// Takes darkening back.
    case backward
  }

  /// The lens angle in radians, 0 to π/2.
  public var angle: Expression = "PI/5"
  /// The middle's column.
  public var x0: Expression = "w/2"
  /// The middle's row.
  public var y0: Expression = "h/2"
  /// What is done.
  public var mode: Mode = .forward
  /// When expressions are worked out.
  public var evaluation: FFmpegOverlay.Evaluation = .initially
  /// Accepted: nothing is rounded that noise would have to hide.
  public var dithers: Bool = true

  /// Makes the filter with its defaults.
  public init() {}

  private static let names = ["w", "h", "n", "t"]

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "vignette", vocabulary: .ffmpeg, category: .effect,
    summary: "Darken towards the corners as a lens does.", source: "FFmpeg's documentation",
    parameters: [
      .expression("angle", \.angle, over: names, aliases: ["a"], "The lens angle in radians."),
      .expression("x0", \.x0, over: names, unit: "px", "The middle's column."),
      .expression("y0", \.y0, over: names, unit: "px", "The middle's row."),
      .choice(
        "mode", \.mode, synonyms: ["0": .forward, "1": .backward], "Darken, or take it back."),
      .choice("eval", \.evaluation, "When angle, x0 and y0 are worked out."),
      .boolean("dither", \.dithers, "Accepted: nothing is rounded that noise would have to hide."),
    ])

  /// The filter for a frame.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    var names = evaluation == .frame ? situation.timeVariables : ["t": 0, "n": 0]
    names["w"] = Double(situation.size.width)
    names["h"] = Double(situation.size.height)
    return [
      LensFalloff(
        angle: Float(min(max(try angle.value(names), 0), .pi / 2)),
        middle: Point(Float(try x0.value(names)), Float(try y0.value(names))),
        isBackward: mode == .backward)
    ]
  }
}

/// The falloff of a lens.
struct LensFalloff: PointFilter {
  var angle: Float = 0
  var middle: Point = .center
  var isBackward = false

  init() {}

  init(angle: Float, middle: Point, isBackward: Bool) {
    self.angle = angle
    self.middle = middle
    self.isBackward = isBackward
  }

  static let info = FilterInfo<Self>(
    name: "lens-falloff", category: .effect, summary: "Darken as a lens does.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.vignette, domain: .stored,
    parameters: [
      .float("angle", \.angle, in: 0...1.6, identity: 0, "The lens angle in radians."),
      .point("middle", \.middle, unit: "px", "The middle in pixels."),
      .boolean("isBackward", \.isBackward, "Whether darkening is taken back."),
    ])
}
