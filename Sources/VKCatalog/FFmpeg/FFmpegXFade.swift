public import VKCore
internal import VKKernels

/// Leads from one stream to another, as FFmpeg's `xfade` does.
///
/// The second stream begins `offset` after the first picture of the first one and takes its place within `duration`; its end is
/// the end. On stored codes, pixel by pixel; both have one size. 4:2:0 stays that (FFmpeg works in 4:4:4).
///
/// Source: FFmpeg's documentation of `xfade`; GL Transitions' descriptions of the same names.
public struct FFmpegXFade: AdaptiveFilter, TransitionFilter {
  /// How one picture gives way to the other.
  public enum Transition: String, Sendable, CaseIterable {
    case fade, wipeleft, wiperight, wipeup, wipedown, slideleft, slideright, slideup, slidedown
    case circlecrop, rectcrop, distance, fadeblack, fadewhite, radial
    case smoothleft, smoothright, smoothup, smoothdown
    case circleopen, circleclose, vertopen, vertclose, horzopen, horzclose, dissolve, pixelize
    case diagtl, diagtr, diagbl, diagbr, hlslice, hrslice, vuslice, vdslice
    case fadegrays, wipetl, wipetr, wipebl, wipebr, squeezeh, squeezev, zoomin

    /// Its place in the kernels.
    fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether it takes pixels from other places.
    fileprivate var moves: Bool {
      switch self {
      case .slideleft, .slideright, .slideup, .slidedown, .pixelize, .squeezeh, .squeezev, .zoomin:
        true
      default: false
      }
    }
  }

  /// How one picture gives way to the other.
  public var transition: Transition = .fade
  /// How long it takes, in FFmpeg's notation of durations.
  public var duration = "1"
  /// When it begins, from the first picture on.
  public var offset = "0"
  /// How far it is: 0 is the first picture, 1 the second; the pipeline says it.
  package var progress = 0.5

  /// Makes the filter with its defaults.
  public init() {}

  private static func fault(_ text: String) -> String? {
    MediaTime(duration: text) == nil ? "it is a duration: 1.5, 500ms or 00:00:04" : nil
  }

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "xfade", vocabulary: .ffmpeg, category: .blend,
    summary: "Lead from one stream to a second.", source: "FFmpeg's documentation", inputs: 2,
    parameters: [
      .choice("transition", \.transition, "How one picture gives way to the other."),
      .text("duration", \.duration, form: "DURATION", fault: fault, "How long it takes."),
      .text(
        "offset", \.offset, form: "DURATION", fault: fault,
        "When it begins, from the first picture on."),
    ])

  /// How the streams meet.
  package var meeting: Meeting {
    .transition(
      offset: MediaTime(duration: offset) ?? .zero, duration: MediaTime(duration: duration) ?? .zero
    )
  }

  /// The filter at a moment of the way.
  package func at(progress: Double) -> Self {
    var filter = self
    filter.progress = progress
    return filter
  }

  /// The filter that does it.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    // In FFmpeg's way, so that edges fall on the same pixels.
    let left = 1 - Float(progress)
    if transition.moves {
      return [MovingTransition(transition: transition.number, left: left)]
    }
    return [PixelTransition(transition: transition.number, left: left)]
  }
}

/// A transition whose pixels stay where they are.
struct PixelTransition: PointFilter {
  var transition = 0
  var left: Float = 0.5

  init() {}

  init(transition: Int, left: Float) {
    self.transition = transition
    self.left = left
  }

  static let info = FilterInfo<Self>(
    name: "xfade-pixels", category: .blend, summary: "Lead from one picture to a second.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.xfade, domain: .stored,
    writesAlpha: true, inputs: 2,
    parameters: [
      .integer("transition", \.transition, in: 0...42, "Its place in the list."),
      .float("left", \.left, in: 0...1, "What is left of the way."),
    ])
}

/// A transition that moves pixels.
struct MovingTransition: SamplingFilter {
  var transition = 5
  var left: Float = 0.5

  init() {}

  init(transition: Int, left: Float) {
    self.transition = transition
    self.left = left
  }

  static let info = FilterInfo<Self>(
    name: "xfade-places", category: .blend, summary: "Lead from one picture to a second.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.xfadePlaces, domain: .stored,
    writesAlpha: true, inputs: 2,
    parameters: [
      .integer("transition", \.transition, in: 0...42, "Its place in the list."),
      .float("left", \.left, in: 0...1, "What is left of the way."),
    ])

  static var isRearrangement: Bool { true }
}
