public import VKCore

/// Bends each channel by a curve through points as FFmpeg's `curves` does.
///
/// The curves are natural cubic splines, level before the first and after the last point; `master` is
/// applied after the channel's own.
///
/// Source: FFmpeg's documentation of `curves`; de Boor, A practical guide to splines, 1978 (natural
/// splines).
public struct FFmpegCurves: AdaptiveFilter {
  /// Curves that have a name.
  public enum Preset: String, Sendable, CaseIterable {
    /// No change.
    case none
    /// A colour negative.
    case colorNegative = "color_negative"
    /// The look of slides developed as negatives.
    case crossProcess = "cross_process"
    /// Darker middle tones.
    case darker
    /// More contrast.
    case increaseContrast = "increase_contrast"
    /// Lighter middle tones.
    case lighter
    /// A little more contrast.
    case linearContrast = "linear_contrast"
    /// More contrast in the shadows.
    case mediumContrast = "medium_contrast"
    /// The inversion.
    case negative
    /// Much more contrast.
    case strongContrast = "strong_contrast"
    /// The look of an old print.
    case vintage
  }

  /// Curves that have a name, where none are given.
  public var preset: Preset = .none
  /// Points of the curve behind all channels' own.
  public var master: String = ""
  /// Points of red's curve.
  public var red: String = ""
  /// Points of green's curve.
  public var green: String = ""
  /// Points of blue's curve.
  public var blue: String = ""
  /// Points for the channels that have none of their own.
  public var all: String = ""

  /// Makes the filter with its defaults.
  public init() {}

  private static let form = "x/y x/y …, 0 to 1"

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "curves", vocabulary: .ffmpeg, category: .color,
    summary: "Bend each channel by a curve through points.", source: "FFmpeg's documentation",
    makesColor: true,
    parameters: [
      .choice("preset", \.preset, "Curves that have a name."),
      .text(
        "master", \.master, form: form, aliases: ["m"], fault: CurvePoints.fault,
        "The curve behind all channels' own."),
      .text("red", \.red, form: form, aliases: ["r"], fault: CurvePoints.fault, "Red's curve."),
      .text(
        "green", \.green, form: form, aliases: ["g"], fault: CurvePoints.fault, "Green's curve."),
      .text("blue", \.blue, form: form, aliases: ["b"], fault: CurvePoints.fault, "Blue's curve."),
      .text(
        "all", \.all, form: form, fault: CurvePoints.fault,
        "The curve of the channels that have none of their own."),
    ])

  /// The lookup that does it.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    let named = preset.points
    let behind = try CurvePoints(master.isEmpty ? named.master : master)
    var channels: [CurvePoints] = []
    for (own, known) in zip([red, green, blue], [named.red, named.green, named.blue]) {
      channels.append(try CurvePoints(own.isEmpty ? all.isEmpty ? known : all : own))
    }
    return [ColorCube(table: LookupTable(channels: channels, behind: behind))]
  }
}

extension FFmpegCurves.Preset {
  /// The points of FFmpeg's presets.
  fileprivate var points: (red: String, green: String, blue: String, master: String) {
    switch self {
    case .none: ("", "", "", "")
    case .colorNegative:
      (
        "0.129/1 0.466/0.498 0.725/0", "0.109/1 0.301/0.498 0.517/0",
        "0.098/1 0.235/0.498 0.423/0", ""
      )
    case .crossProcess:
      (
        "0/0 0.25/0.156 0.501/0.501 0.686/0.745 1/1",
        "0/0 0.25/0.188 0.38/0.501 0.745/0.815 1/0.815",
        "0/0 0.231/0.094 0.709/0.874 1/1", ""
      )
    case .darker: ("", "", "", "0/0 0.5/0.4 1/1")
    case .increaseContrast: ("", "", "", "0/0 0.149/0.066 0.831/0.905 0.905/0.98 1/1")
    case .lighter: ("", "", "", "0/0 0.4/0.5 1/1")
    case .linearContrast: ("", "", "", "0/0 0.305/0.286 0.694/0.713 1/1")
    case .mediumContrast: ("", "", "", "0/0 0.286/0.219 0.639/0.643 1/1")
    case .negative: ("", "", "", "0/1 1/0")
    case .strongContrast: ("", "", "", "0/0 0.301/0.196 0.592/0.6 0.686/0.737 1/1")
    case .vintage:
      ("0/0.11 0.42/0.51 1/0.95", "0/0 0.50/0.48 1/1", "0/0.22 0.49/0.44 1/0.8", "")
    }
  }
}
