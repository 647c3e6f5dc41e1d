import Foundation
import VKCore

/// The standards' formulas in `Double`, written from their texts: H.273 table 3, BT.2100-2, BT.2390-11, BT.2408-5.
enum ColorReference {
  /// Light of a code by H.273's characteristics, for codes of 0…1.
  static func linear(_ v: Double, _ transfer: Int) -> Double {
    switch transfer {
    case 1, 6, 11, 12, 14, 15:
      let (alpha, beta) = (1.099296826809442, 0.018053968510807)
      return v < 4.5 * beta ? v / 4.5 : pow((v + alpha - 1) / alpha, 1 / 0.45)
    case 4: return pow(v, 2.2)
    case 5: return pow(v, 2.8)
    case 7:
      let (alpha, beta) = (1.111572195921731, 0.022821585529445)
      return v < 4 * beta ? v / 4 : pow((v + alpha - 1) / alpha, 1 / 0.45)
    case 8: return v
    case 9: return v <= 0 ? 0 : pow(10, (v - 1) * 2)
    case 10: return v <= 0 ? 0 : pow(10, (v - 1) * 2.5)
    case 13: return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    case 16:
      let p = pow(v, 32.0 / 2523)
      return pow(
        max(p - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * p), 16384.0 / 2610)
    case 17: return pow(v, 2.6) * 52.37 / 48
    case 18:
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return v <= 0.5 ? v * v / 3 : (exp((v - c) / a) + b) / 12
    default: return .nan
    }
  }

  /// The code of a light of 0…1, found by bisection of `linear`.
  static func code(_ light: Double, _ transfer: Int) -> Double {
    var (low, high) = (0.0, 2.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if linear(middle, transfer) < light { low = middle } else { high = middle }
    }
    return high
  }

  /// BT.2390's EETF for black at zero, from and to lights in cd/m².
  static func eetf(_ light: Double, from source: Double, to target: Double) -> Double {
    let top = code(source / 10000, 16)
    let e1 = min(code(light / 10000, 16) / top, 1)
    let largest = code(target / 10000, 16) / top
    let knee = 1.5 * largest - 0.5
    guard e1 >= knee else { return light }
    let t = (e1 - knee) / (1 - knee)
    let e2 =
      (2 * pow(t, 3) - 3 * t * t + 1) * knee + (pow(t, 3) - 2 * t * t + t) * (1 - knee)
      + (-2 * pow(t, 3) + 3 * t * t) * largest
    return linear(e2 * top, 16) * 10000
  }

  /// BT.2020 to BT.709 in linear light, BT.2087-0's matrix.
  static func narrowed(_ c: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      1.6605 * c.x - 0.5876 * c.y - 0.0728 * c.z, -0.1246 * c.x + 1.1329 * c.y - 0.0083 * c.z,
      -0.0182 * c.x - 0.1006 * c.y + 1.1187 * c.z)
  }

  /// PQ or HLG in BT.2020 as BT.709 for a display by BT.1886 with white at 203 cd/m².
  static func standard(_ c: SIMD3<Double>, _ transfer: Int, peak: Double) -> SIMD3<Double> {
    var light = SIMD3(linear(c.x, transfer), linear(c.y, transfer), linear(c.z, transfer))
    if transfer == 18 {
      let y = 0.2627 * light.x + 0.678 * light.y + 0.0593 * light.z
      light *= 1000 * pow(y, 0.2)
    } else {
      light *= 10000
    }
    let brightest = light.max()
    if brightest > 0 { light *= eetf(brightest, from: peak, to: 203) / brightest }
    let narrow = narrowed(light) / 203
    func display(_ v: Double) -> Double { pow(min(max(v, 0), 1), 1 / 2.4) }
    return SIMD3(display(narrow.x), display(narrow.y), display(narrow.z))
  }
}
