internal import VKCore

/// Writes the transfer functions between stored values and linear light.
///
/// Linear light is the scene's: 1 is the light of code 1, which PQ puts at 10000 cd/m². Outside 0…1 the functions go on as
/// odd ones, PQ beyond 1 by a straight line, so that they are finite and undo each other everywhere.
///
/// Source: ITU-T H.273, table 3; the constants of sRGB are IEC 61966-2-1's, those of PQ and HLG are BT.2100's.
struct TransferText {
  let transfer: ColorSpace.Transfer
  /// What the functions' names end in.
  var suffix = ""

  /// The functions for the numbers of a picture, by its tag or the usual guess.
  init(colorSpace: ColorSpace, suffix: String = "") {
    transfer = colorSpace.assumedTransfer
    self.suffix = suffix
  }

  /// `vec3 to_linear(vec3)` and `vec3 from_linear(vec3)`.
  var functions: String {
    switch transfer.rawValue {
    case 4: define(to: "pow(a, vec3(2.2))", from: "pow(a, vec3(1.0 / 2.2))")
    case 5: define(to: "pow(a, vec3(2.8))", from: "pow(a, vec3(1.0 / 2.8))")
    case 7:
      define(
        to: "mix(a / 4.0, pow((a + 0.111572) / 1.111572, vec3(1.0 / 0.45)), step(0.0912863, a))",
        from: "mix(a * 4.0, 1.111572 * pow(a, vec3(0.45)) - 0.111572, step(0.0228216, a))")
    case 8: define(to: "a", from: "a")
    case 9: logarithmic(decades: 2, least: 0.01)
    case 10: logarithmic(decades: 2.5, least: 0.00316227766)
    case 12: define1361()
    case 13: srgb
    case 16: define(to: Self.pqToLinear, from: Self.pqFromLinear)
    case 17:
      define(
        to: "pow(a, vec3(2.6)) * \(literal(52.37 / 48))",
        from: "pow(a * \(literal(48 / 52.37)), vec3(1.0 / 2.6))")
    case 18: define(to: Self.hlgToLinear, from: Self.hlgFromLinear)
    default:
      define(
        to: "mix(a / 4.5, pow((a + 0.099297) / 1.099297, vec3(1.0 / 0.45)), step(0.081243, a))",
        from: "mix(a * 4.5, 1.099297 * pow(a, vec3(0.45)) - 0.099297, step(0.018054, a))")
    }
  }

  private var srgb: String {
    define(
      to: "mix(a / 12.92, pow((a + 0.055) / 1.055, vec3(2.4)), step(0.04045, a))",
      from: "mix(a * 12.92, 1.055 * pow(a, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, a))")
  }

  private static let pqToLinear = """
    mix(pow(max(pow(a, vec3(1.0 / 78.84375)) - 0.8359375, 0.0) \
    / max(18.8515625 - 18.6875 * pow(a, vec3(1.0 / 78.84375)), 0.1), vec3(1.0 / 0.1593017578125)), \
    1.0 + (a - 1.0) * 8.0, step(1.0, a))
    """
  private static let pqFromLinear = """
    mix(pow((0.8359375 + 18.8515625 * pow(a, vec3(0.1593017578125))) \
    / (1.0 + 18.6875 * pow(a, vec3(0.1593017578125))), vec3(78.84375)), \
    1.0 + (a - 1.0) * 0.125, step(1.0, a))
    """
  private static let hlgToLinear = """
    mix(a * a / 3.0, (exp((a - 0.55991073) / 0.17883277) + 0.28466892) / 12.0, step(0.5, a))
    """
  private static let hlgFromLinear = """
    mix(sqrt(3.0 * a), 0.17883277 * log(max(12.0 * a - 0.28466892, 0.1)) + 0.55991073, \
    step(1.0 / 12.0, a))
    """

  private func define(to: String, from: String) -> String {
    """
    vec3 to_linear\(suffix)(vec3 c) { vec3 a = abs(c); return sign(c) * (\(to)); }
    vec3 from_linear\(suffix)(vec3 c) { vec3 a = abs(c); return sign(c) * (\(from)); }
    """
  }

  private func logarithmic(decades: Double, least: Double) -> String {
    let scale = literal(decades)
    return define(
      to: "pow(vec3(10.0), \(scale) * (a - 1.0)) * step(1e-6, a)",
      from: "(1.0 + log2(max(a, 1e-6)) * \(literal(0.301029995664 / decades)))"
        + " * step(\(literal(least)), a)")
  }

  /// BT.1361 has a curve of its own below zero.
  private func define1361() -> String {
    """
    vec3 to_linear\(suffix)(vec3 c) {
      vec3 a = max(abs(c), 1e-9), low = -pow((4.0 * a + 0.099297) / 1.099297, vec3(1.0 / 0.45)) / 4.0;
      vec3 high = pow((a + 0.099297) / 1.099297, vec3(1.0 / 0.45));
      return mix(mix(low, c / 4.5, step(-0.0203108, c)), high, step(0.081243, c));
    }
    vec3 from_linear\(suffix)(vec3 c) {
      vec3 a = max(abs(c), 1e-9), low = -(1.099297 * pow(4.0 * a, vec3(0.45)) - 0.099297) / 4.0;
      vec3 high = 1.099297 * pow(a, vec3(0.45)) - 0.099297;
      return mix(mix(low, c * 4.5, step(-0.0045135, c)), high, step(0.018054, c));
    }
    """
  }
}
