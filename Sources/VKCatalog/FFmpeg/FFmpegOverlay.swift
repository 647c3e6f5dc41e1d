public import VKCore
internal import VKKernels

/// Lays the second picture over the first at a place, as FFmpeg's `overlay` does.
///
/// Whole pixels, in RGB, by the alphas of both; the result has the first picture's size. `x` and `y`
/// may change with the time `t` in seconds and the number `n` of the frame. Places are kept to the
/// pixel (FFmpeg moves to even ones in 4:2:0). The stream lasts as long as the longer one; before the second
/// picture's first moment the first is alone.
///
/// Source: FFmpeg's documentation of `overlay`; Porter and Duff, 1984 ("over").
public struct FFmpegOverlay: AdaptiveFilter, MeetingFilter {
  /// When expressions are worked out.
  public enum Evaluation: String, Sendable, CaseIterable {
    /// Once.
    case initially = "init"
    /// At every frame.
    case frame
  }

  /// The formats that FFmpeg blends in.
  public enum Format: String, Sendable, CaseIterable {
    case yuv420, yuv420p10, yuv422, yuv422p10, yuv444, rgb, gbrp, auto
  }

  /// How the second picture's colours are stored.
  public enum Alpha: String, Sendable, CaseIterable {
    /// Not multiplied by alpha.
    case straight
    /// Multiplied by alpha.
    case premultiplied
  }

  /// The column of the second picture's left side.
  public var x: Expression = 0
  /// The row of its top.
  public var y: Expression = 0
  /// What happens when its stream ends.
  public var endAction: EndAction = .repeat
  /// When `x` and `y` are worked out.
  public var evaluation: Evaluation = .frame
  /// Whether the shorter stream's end is the end.
  public var isShortest = false
  /// Accepted; pictures are always laid over each other in RGB.
  public var format: Format = .yuv420
  /// Whether the second picture's last one stays.
  public var repeatsLast = true
  /// How the second picture's colours are stored.
  public var alpha: Alpha = .straight

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(x: Expression, y: Expression) {
    self.x = x
    self.y = y
  }

  private static let names = [
    "main_w", "W", "main_h", "H", "overlay_w", "w", "overlay_h", "h", "t", "n",
  ]

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "overlay", vocabulary: .ffmpeg, category: .blend,
    summary: "Lay a second picture over the first at a place.", source: "FFmpeg's documentation",
    writesAlpha: true, inputs: 2,
    parameters: [
      .expression("x", \.x, over: names, unit: "px", "The column of its left side."),
      .expression("y", \.y, over: names, unit: "px", "The row of its top."),
      .choice("eof_action", \.endAction, "What happens when its stream ends first."),
      .choice("eval", \.evaluation, "When x and y are worked out."),
      .boolean("shortest", \.isShortest, "Whether the shorter stream's end is the end."),
      .choice("format", \.format, "Accepted; the work is always done in RGB."),
      .boolean("repeatlast", \.repeatsLast, "Whether its last picture stays."),
      .choice("alpha", \.alpha, "How the second picture's colours are stored."),
    ])

  /// How the streams meet.
  package var meeting: Meeting {
    endAction.meeting(isShortest: isShortest, repeatsLast: repeatsLast)
  }

  /// The filter for a frame.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    guard let second = situation.secondSize else { return [PlacedPicture()] }
    let (width, height) = (Double(situation.size.width), Double(situation.size.height))
    var variables = [
      "main_w": width, "W": width, "main_h": height, "H": height,
      "overlay_w": Double(second.width), "w": Double(second.width),
      "overlay_h": Double(second.height), "h": Double(second.height), "t": 0, "n": 0,
    ]
    if evaluation == .frame {
      variables.merge(situation.timeVariables) { $1 }
      // FFmpeg counts the frame in hand here, so that the first one is 1.
      variables["n", default: 0] += 1
    }
    return [
      PlacedPicture(
        x: try wholePixels(x, variables, "x"), y: try wholePixels(y, variables, "y"),
        isPremultiplied: alpha == .premultiplied)
    ]
  }
}

/// The second picture over the first at a place.
struct PlacedPicture: PointFilter {
  var x = 0
  var y = 0
  var isPremultiplied = false

  init() {}

  init(x: Int, y: Int, isPremultiplied: Bool) {
    self.x = x
    self.y = y
    self.isPremultiplied = isPremultiplied
  }

  static let info = FilterInfo<Self>(
    name: "overlay-pass", category: .blend, summary: "Lay a picture over another at a place.",
    source: "Porter and Duff, 1984", kernel: Kernels.FFmpeg.overlay, writesAlpha: true, inputs: 2,
    parameters: [
      .integer("x", \.x, in: -65535...65535, unit: "px", "The left column."),
      .integer("y", \.y, in: -65535...65535, unit: "px", "The top row."),
      .boolean("isPremultiplied", \.isPremultiplied, "Whether its colours hold alpha."),
    ])
}
