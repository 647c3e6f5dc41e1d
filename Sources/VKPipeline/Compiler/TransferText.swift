internal import VKCore

/// Writes the transfer functions between gamma-encoded values and linear light.
///
/// Outside 0…1 they go on as odd functions, so that they are finite and undo each other everywhere.
///
/// Source: IEC 61966-2-1 (sRGB); ITU-R BT.709 item 1.2, BT.601, BT.2020; H.273 codes 4 and 5 (powers 2.2 and 2.8), 8 (linear).
struct TransferText {
  let colorSpace: ColorSpace

  /// `vec3 to_linear(vec3)` and `vec3 from_linear(vec3)`.
  var functions: String {
    switch colorSpace.transfer {
    case 8: define(to: "a", from: "a")
    case 4: define(to: "pow(a, vec3(2.2))", from: "pow(a, vec3(1.0 / 2.2))")
    case 5: define(to: "pow(a, vec3(2.8))", from: "pow(a, vec3(1.0 / 2.8))")
    case 13: srgb
    case 2 where colorSpace.matrix == .rgb: srgb
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

  private func define(to: String, from: String) -> String {
    """
    vec3 to_linear(vec3 c) { vec3 a = abs(c); return sign(c) * (\(to)); }
    vec3 from_linear(vec3 c) { vec3 a = abs(c); return sign(c) * (\(from)); }
    """
  }
}
