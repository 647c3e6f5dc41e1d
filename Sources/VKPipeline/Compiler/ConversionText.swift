internal import VKCore

/// Writes the conversion of gamma-encoded RGB from one colour space to another: curve, primaries, tone.
///
/// Where neither side is PQ or HLG, primaries change in scene-linear light. Otherwise light is the display's, in cd/m²: HLG
/// goes through its OOTF for a display of 1000 cd/m², SDR's curve is BT.1886's power with white at 203 cd/m², the reference
/// white of BT.2408. A source brighter than the target is compressed by BT.2390's EETF on the largest of the three, which
/// keeps hues; what the target's primaries cannot show is clipped.
///
/// Source: ITU-R BT.2100-2 tables 4 and 5 (PQ, HLG), BT.2390-11 section 5.4.1 (EETF), BT.2408-5, BT.1886.
struct ConversionText {
  let source: ColorSpace
  let target: ColorSpace
  /// The brightest light of a PQ source, cd/m².
  let peak: Double
  /// Whether colours outside the target's primaries are clipped.
  let clips: Bool
  /// What the function's name ends in.
  let name: String

  /// The white of SDR on an HDR display, cd/m² (BT.2408).
  static let referenceWhite = 203.0
  /// The peak of the display that HLG is rendered for, cd/m².
  static let hlgPeak = 1000.0

  /// Whether there is nothing to convert.
  var isIdentity: Bool { isSameCurve && isSamePrimaries }

  /// Whether two pictures that a filter puts together must be brought to the same colours first.
  var isNeededBetweenInputs: Bool {
    (isDisplayLight || !isSamePrimaries) && !isIdentity
  }

  private var isSamePrimaries: Bool {
    source.primaries == target.primaries || source.assumedPrimaries == target.assumedPrimaries
      || source.primaries == .unspecified && !source.assumedTransfer.isHDR
        && target.assumedPrimaries == .bt709
  }
  private var isSameCurve: Bool {
    let curves = [source, target].map(\.assumedTransfer)
    return source.transfer == target.transfer || curves[0] == curves[1]
      || curves.allSatisfy(\.isBroadcast)
  }
  private var isDisplayLight: Bool {
    source.assumedTransfer.isHDR || target.assumedTransfer.isHDR
  }

  /// `vec4 convert_NAME(vec4)` with what it calls.
  var functions: String {
    var text = TransferText(colorSpace: source, suffix: "_from_\(name)").functions + "\n"
    text += TransferText(colorSpace: target, suffix: "_to_\(name)").functions + "\n"
    var body = ""
    if isDisplayLight {
      text += systemGamma
      body += "  vec3 l = \(displayLight);\n"
      if sourcePeak > targetPeak {
        text += toneMapping
        body += "  l = tone_\(name)(l);\n"
      }
      body += primaries
      body += "  l = clamp(l, 0.0, \(literal(targetPeak)));\n"
      body += encoded
    } else {
      body += "  vec3 l = to_linear_from_\(name)(c.rgb);\n"
      body += primaries
      if clips, !isSamePrimaries { body += "  l = clamp(l, 0.0, 1.0);\n" }
      body += "  c.rgb = from_linear_to_\(name)(l);\n"
    }
    return text + "vec4 convert_\(name)(vec4 c) {\n\(body)  return c;\n}\n"
  }

  // MARK: Display light

  private func peak(of transfer: ColorSpace.Transfer, pq: Double) -> Double {
    switch transfer {
    case .pq: pq
    case .hlg: Self.hlgPeak
    default: Self.referenceWhite
    }
  }
  private var sourcePeak: Double { peak(of: source.assumedTransfer, pq: peak) }
  private var targetPeak: Double { peak(of: target.assumedTransfer, pq: 10000) }

  /// The light that `c` means, cd/m².
  private var displayLight: String {
    switch source.assumedTransfer {
    case .pq: "max(to_linear_from_\(name)(c.rgb), 0.0) * 10000.0"
    case .hlg: "ootf_\(name)(max(to_linear_from_\(name)(c.rgb), 0.0))"
    case let curve where curve.isBroadcast:
      "pow(max(c.rgb, 0.0), vec3(2.4)) * \(literal(Self.referenceWhite))"
    default: "max(to_linear_from_\(name)(c.rgb), 0.0) * \(literal(Self.referenceWhite))"
    }
  }

  /// The writing of the light `l`.
  private var encoded: String {
    switch target.assumedTransfer {
    case .pq: "  c.rgb = from_linear_to_\(name)(l / 10000.0);\n"
    case .hlg: "  c.rgb = from_linear_to_\(name)(inverse_ootf_\(name)(l));\n"
    case let curve where curve.isBroadcast:
      "  c.rgb = pow(l / \(literal(Self.referenceWhite)), vec3(1.0 / 2.4));\n"
    default: "  c.rgb = from_linear_to_\(name)(l / \(literal(Self.referenceWhite)));\n"
    }
  }

  private var primaries: String {
    guard !isSamePrimaries,
      let matrix = source.assumedPrimaries.matrix(to: target.assumedPrimaries)
    else { return "" }
    let rows = matrix.map { row in
      "dot(l, vec3(\(row.map(literal).joined(separator: ", "))))"
    }
    return "  l = vec3(\(rows.joined(separator: ", ")));\n"
  }

  /// HLG's OOTF and its inverse.
  private var systemGamma: String {
    let weights = "vec3(0.2627, 0.678, 0.0593)"
    return """
      vec3 ootf_\(name)(vec3 e) {
        return \(literal(Self.hlgPeak)) * pow(max(dot(e, \(weights)), 1e-6), 0.2) * e;
      }
      vec3 inverse_ootf_\(name)(vec3 l) {
        l /= \(literal(Self.hlgPeak));
        return l * pow(max(dot(l, \(weights)), 1e-6), -1.0 / 6.0);
      }

      """
  }

  /// The EETF.
  private var toneMapping: String {
    let pq = TransferText(colorSpace: ColorSpace(transfer: .pq), suffix: "_pq_\(name)").functions
    let source = PQ.encode(sourcePeak / 10000)
    let largest = PQ.encode(targetPeak / 10000) / source
    let knee = 1.5 * largest - 0.5
    return """
      \(pq)
      vec3 tone_\(name)(vec3 l) {
        float m = max(max(l.r, l.g), max(l.b, 1e-4));
        float e = min(from_linear_pq_\(name)(vec3(m / 10000.0)).x / \(literal(source)), 1.0);
        float t = (e - \(literal(knee))) / \(literal(1 - knee)), t2 = t * t, t3 = t2 * t;
        float p = (2.0 * t3 - 3.0 * t2 + 1.0) * \(literal(knee))
          + (t3 - 2.0 * t2 + t) * \(literal(1 - knee)) + (3.0 * t2 - 2.0 * t3) * \(literal(largest));
        if (e > \(literal(knee))) e = p;
        return l * (to_linear_pq_\(name)(vec3(e * \(literal(source)))).x * 10000.0 / m);
      }

      """
  }
}

extension ColorSpace.Transfer {
  /// Whether this is the camera curve of BT.709 under one of its names, shown by BT.1886's power.
  var isBroadcast: Bool { [1, 2, 6, 11, 12, 14, 15].contains(rawValue) }
}

extension ColorSpace {
  /// Primaries and curve in words.
  var summary: String { "\(assumedPrimaries) \(assumedTransfer)" }
}
