public import VKCore
internal import VKKernels

/// Blends a second picture in plane by plane as FFmpeg's `blend` does.
///
/// On stored codes over 255: with the first picture's `a` and the second's `b`, a plane becomes
/// `mix(a, f(a, b), opacity)` by the plane's mode, or `mix(b, a, opacity)` where the mode is `normal`. A
/// second picture of another size is scaled to the first's (FFmpeg refuses it). Alpha is kept.
///
/// Source: FFmpeg's documentation of `blend`.
public struct FFmpegBlend: AdaptiveFilter, MeetingFilter {
  /// What is made of two codes.
  public enum Mode: String, Sendable, CaseIterable {
    /// FFmpeg's `normal`.
    case normal
    /// FFmpeg's `addition`.
    case addition
    /// FFmpeg's `and`.
    case bitAnd = "and"
    /// FFmpeg's `average`.
    case average
    /// FFmpeg's `burn`.
    case burn
    /// FFmpeg's `darken`.
    case darken
    /// FFmpeg's `difference`.
    case difference
    /// FFmpeg's `grainextract`.
    case grainextract
    /// FFmpeg's `divide`.
    case divide
    /// FFmpeg's `dodge`.
    case dodge
    /// FFmpeg's `exclusion`.
    case exclusion
    /// FFmpeg's `hardlight`.
    case hardlight
    /// FFmpeg's `lighten`.
    case lighten
    /// FFmpeg's `multiply`.
    case multiply
    /// FFmpeg's `negation`.
    case negation
    /// FFmpeg's `or`.
    case bitOr = "or"
    /// FFmpeg's `overlay`.
    case overlay
    /// FFmpeg's `phoenix`.
    case phoenix
    /// FFmpeg's `pinlight`.
    case pinlight
    /// FFmpeg's `reflect`.
    case reflect
    /// FFmpeg's `screen`.
    case screen
    /// FFmpeg's `softlight`.
    case softlight
    /// FFmpeg's `subtract`.
    case subtract
    /// FFmpeg's `vividlight`.
    case vividlight
    /// FFmpeg's `xor`.
    case bitXor = "xor"
    /// FFmpeg's `hardmix`.
    case hardmix
    /// FFmpeg's `linearlight`.
    case linearlight
    /// FFmpeg's `glow`.
    case glow
    /// FFmpeg's `grainmerge`.
    case grainmerge
    /// FFmpeg's `multiply128`.
    case multiply128
    /// FFmpeg's `heat`.
    case heat
    /// FFmpeg's `freeze`.
    case freeze
    /// FFmpeg's `extremity`.
    case extremity
    /// FFmpeg's `softdifference`.
    case softdifference
    /// FFmpeg's `geometric`.
    case geometric
    /// FFmpeg's `harmonic`.
    case harmonic
    /// FFmpeg's `bleach`.
    case bleach
    /// FFmpeg's `stain`.
    case stain
    /// FFmpeg's `interpolate`.
    case interpolate
    /// FFmpeg's `hardoverlay`.
    case hardoverlay
  }

  /// The first plane's mode: luma, or green.
  public var mode0: Mode = .normal
  /// The second plane's mode: Cb, or blue.
  public var mode1: Mode = .normal
  /// The third plane's mode: Cr, or red.
  public var mode2: Mode = .normal
  /// Accepted: alpha is kept.
  public var mode3: Mode = .normal
  /// The mode of all planes; `normal` leaves each its own.
  public var allMode: Mode = .normal
  /// The first plane's opacity.
  public var opacity0: Float = 1
  /// The second plane's opacity.
  public var opacity1: Float = 1
  /// The third plane's opacity.
  public var opacity2: Float = 1
  /// Accepted: alpha is kept.
  public var opacity3: Float = 1
  /// What all opacities are multiplied by.
  public var allOpacity: Float = 1
  /// What happens when the second picture's stream ends.
  public var endAction: EndAction = .repeat
  /// Whether the shorter stream's end is the end.
  public var isShortest = false
  /// Whether the second picture's last one stays.
  public var repeatsLast = true

  /// Makes the filter with its defaults.
  public init() {}

  private static let words: [String: Mode] = [
    "addition128": .grainmerge, "difference128": .grainextract,
  ]

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "blend", vocabulary: .ffmpeg, category: .blend,
    summary: "Blend a second picture in plane by plane.", source: "FFmpeg's documentation",
    inputs: 2,
    parameters: [
      .choice("c0_mode", \.mode0, synonyms: words, "The mode of luma (green)."),
      .choice("c1_mode", \.mode1, synonyms: words, "The mode of Cb (blue)."),
      .choice("c2_mode", \.mode2, synonyms: words, "The mode of Cr (red)."),
      .choice("c3_mode", \.mode3, synonyms: words, "Accepted: alpha is kept."),
      .choice("all_mode", \.allMode, synonyms: words, "The mode of all planes."),
      .float("c0_opacity", \.opacity0, in: 0...1, "The opacity of luma (green)."),
      .float("c1_opacity", \.opacity1, in: 0...1, "The opacity of Cb (blue)."),
      .float("c2_opacity", \.opacity2, in: 0...1, "The opacity of Cr (red)."),
      .float("c3_opacity", \.opacity3, in: 0...1, "Accepted: alpha is kept."),
      .float("all_opacity", \.allOpacity, in: 0...1, "What all opacities are multiplied by."),
      .choice("eof_action", \.endAction, "What happens when the second stream ends first."),
      .boolean("shortest", \.isShortest, "Whether the shorter stream's end is the end."),
      .boolean("repeatlast", \.repeatsLast, "Whether the last second picture stays."),
    ])

  /// How the streams meet.
  package var meeting: Meeting {
    endAction.meeting(isShortest: isShortest, repeatsLast: repeatsLast)
  }

  /// The filter that does it.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    let modes = [mode0, mode1, mode2].map { allMode == .normal ? $0 : allMode }
    return [
      PlaneBlend(
        modes: modes.map { Float(Mode.allCases.firstIndex(of: $0) ?? 0) },
        opacities: [opacity0, opacity1, opacity2].map { $0 * allOpacity })
    ]
  }
}

/// Two pictures' planes blended by modes given as numbers.
struct PlaneBlend: PointFilter {
  var modes: [Float] = [0, 0, 0]
  var opacities: [Float] = [1, 1, 1]

  init() {}

  init(modes: [Float], opacities: [Float]) {
    self.modes = modes
    self.opacities = opacities
  }

  static let info = FilterInfo<Self>(
    name: "plane-blend", category: .blend, summary: "Blend planes.",
    source: "FFmpeg's documentation", kernel: Kernels.FFmpeg.blend, domain: .stored, inputs: 2,
    parameters: [
      .vector("modes", \.modes, count: 3, in: 0...39, "The modes' places in their list."),
      .vector("opacities", \.opacities, count: 3, in: 0...1, "Shares of the blend."),
    ])
}
