public import VKCore

/// Makes the picture another size as FFmpeg's `scale` does.
///
/// Interpolates gamma-encoded values with weights of FFmpeg's `flags`; downwards they are stretched by
/// the ratio. Edge pixels repeat.
///
/// Source: FFmpeg's documentation of `scale`; Mitchell and Netravali, Reconstruction filters in
/// computer graphics, 1988 (bicubic with B = 0, C = 0.6); Duchon, 1979.
public struct FFmpegScale: AdaptiveFilter {
  /// How pixels between the given ones are found.
  public enum Flags: String, Sendable, CaseIterable {
    /// FFmpeg's default.
    case bicubic
    /// A triangle.
    case bilinear
    /// A triangle.
    case fastBilinear = "fast_bilinear"
    /// The nearest pixel.
    case neighbor
    /// A windowed sinc over three pixels to each side.
    case lanczos
  }

  /// What is changed to keep the picture's shape.
  public enum AspectRule: String, Sendable, CaseIterable {
    /// Nothing.
    case disable
    /// A side is made smaller.
    case decrease
    /// A side is made larger.
    case increase
  }

  /// Columns; 0 keeps the picture's, -1 follows the height, -n too and is a multiple of n.
  public var width: Expression = "iw"
  /// Rows; 0 keeps the picture's, -1 follows the width, -n too and is a multiple of n.
  public var height: Expression = "ih"
  /// How pixels between the given ones are found.
  public var flags: Flags = .bicubic
  /// What is changed to keep the picture's shape.
  public var aspectRule: AspectRule = .disable
  /// What both sides are a multiple of when the shape is kept.
  public var divisor: Int = 1

  /// Makes the filter with its defaults.
  public init() {}

  /// Makes the filter.
  public init(width: Expression, height: Expression, flags: Flags = Self().flags) {
    self.width = width
    self.height = height
    self.flags = flags
  }

  private static let sides = FFmpegSides.names
  private static let words: [String: Flags] = {
    var words: [String: Flags] = [:]
    let extras = ["accurate_rnd", "full_chroma_int", "full_chroma_inp", "bitexact"]
    for flag in Flags.allCases {
      for extra in extras { words["\(flag.rawValue)+\(extra)"] = flag }
    }
    for extra in extras { words[extra] = .bicubic }
    return words
  }()

  /// Names, ranges and help.
  public static let info = FilterInfo<Self>(
    name: "scale", vocabulary: .ffmpeg, category: .geometry,
    summary: "Make the picture another size.", source: "FFmpeg's documentation",
    writesAlpha: true,
    parameters: [
      .expression(
        "w", \.width, over: sides, unit: "px", aliases: ["width"],
        "Columns; 0 keeps them, -1 keeps the shape, -n too in multiples of n."),
      .expression(
        "h", \.height, over: sides, unit: "px", aliases: ["height"],
        "Rows; 0 keeps them, -1 keeps the shape, -n too in multiples of n."),
      .choice(
        "flags", \.flags, aliases: ["sws_flags"], synonyms: words,
        "How pixels between the given ones are found."),
      .choice(
        "force_original_aspect_ratio", \.aspectRule,
        synonyms: ["0": .disable, "1": .decrease, "2": .increase],
        "Which side gives way to keep the shape."),
      .integer(
        "force_divisible_by", \.divisor, in: 1...256, unit: "px",
        "What both sides are a multiple of when the shape is kept."),
    ])

  /// The filter for a frame.
  public func filters(for situation: FilterSituation) throws(FilterError) -> [any Filter] {
    var sides = FFmpegSides(situation.size)
    let wanted = try sides.output(width, height, keys: ("w", "h"), allowsNegative: true)
    for side in [wanted.width, wanted.height] where side < -256 {
      throw FilterError(.invalidValue, "scale: \(side) is beyond -256, the largest multiple")
    }
    var size = Scale(width: wanted.width, height: wanted.height).outputSize(for: situation.size)
    if aspectRule != .disable { size = shaped(size, like: situation.size) }
    return [ResamplingPass(size: size, flags: flags)]
  }

  private func shaped(_ size: Size, like picture: Size) -> Size {
    let ratio = Double(picture.width) / Double(picture.height)
    let following = Size(
      Int((Double(size.height) * ratio).rounded()), Int((Double(size.width) / ratio).rounded()))
    var result =
      aspectRule == .decrease
      ? Size(min(following.width, size.width), min(following.height, size.height))
      : Size(max(following.width, size.width), max(following.height, size.height))
    let extra = aspectRule == .decrease ? 0 : divisor - 1
    result.width = max((result.width + extra) / divisor, 1) * divisor
    result.height = max((result.height + extra) / divisor, 1) * divisor
    return result
  }
}

/// Another size by FFmpeg's weights.
struct ResamplingPass: LinearFilter {
  var width = 0
  var height = 0
  var flags = FFmpegScale.Flags.bicubic

  init() {}

  init(size: Size, flags: FFmpegScale.Flags) {
    width = size.width
    height = size.height
    self.flags = flags
  }

  static let info = FilterInfo<Self>(
    name: "scale", category: .geometry, summary: "Make the picture another size.",
    source: "FFmpeg's documentation", writesAlpha: true,
    parameters: [
      .integer("width", \.width, in: 0...65535, unit: "px", "Columns."),
      .integer("height", \.height, in: 0...65535, unit: "px", "Rows."),
      .choice("flags", \.flags, "The weights."),
    ])

  func weights(for size: Size, scale: PlaneScale) throws(FilterError) -> LinearWeights {
    .resampled(to: Size(width, height), interpolation)
  }

  private var interpolation: Interpolation {
    let name = flags.rawValue
    switch flags {
    case .bicubic: return Interpolation(name: name, radius: 2, weight: cubic)
    case .bilinear, .fastBilinear: return Interpolation(name: name, radius: 1) { max(0, 1 - $0) }
    case .neighbor: return Interpolation(name: name, radius: 0) { _ in 1 }
    case .lanczos: return Scale.Kernel.lanczos3.weights
    }
  }
}

/// Mitchell and Netravali's cubic with B = 0 and FFmpeg's C = 0.6.
private func cubic(_ x: Double) -> Double {
  let c = 0.6
  if x < 1 { return ((2 - c) * x + c - 3) * x * x + 1 }
  return x < 2 ? ((-c * x + 5 * c) * x - 8 * c) * x + 4 * c : 0
}
