internal import Glibc

/// Reads a decimal number such as `1`, `-.5`, `1.`, `+1.2e-01`; nil for anything else, and for what
/// is not finite.
///
/// The same in every locale.
func decimal(_ bytes: some BidirectionalCollection<UInt8>) -> Double? {
  var scanner = DecimalScanner()
  for byte in bytes where !scanner.take(byte) { return nil }
  return scanner.value
}

/// Reads a decimal number.
func decimal(_ text: some StringProtocol) -> Double? { decimal(Array(text.utf8)) }

private struct DecimalScanner {
  private enum Place {
    case sign
    case whole
    case fraction
    case exponentSign
    case exponent
  }

  private var place = Place.sign
  private var isNegative = false
  private var mantissa: UInt64 = 0
  private var scale = 0
  private var digits = 0
  private var exponent = 0
  private var exponentIsNegative = false
  private var exponentDigits = 0

  /// False when `byte` cannot follow.
  mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      takeDigit(Int(byte - UInt8(ascii: "0")))
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return takeSign(byte == UInt8(ascii: "-"))
    case UInt8(ascii: "."):
      guard place == .sign || place == .whole else { return false }
      place = .fraction
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard digits > 0, place == .whole || place == .fraction else { return false }
      place = .exponentSign
    default: return false
    }
    return true
  }

  private mutating func takeSign(_ negative: Bool) -> Bool {
    if place == .sign, digits == 0, !isNegative {
      isNegative = negative
      place = .whole
      return true
    }
    guard place == .exponentSign else { return false }
    exponentIsNegative = negative
    place = .exponent
    return true
  }

  private mutating func takeDigit(_ digit: Int) {
    if place == .sign { place = .whole }
    if place == .exponentSign { place = .exponent }
    if place == .exponent {
      exponent = min(exponent * 10 + digit, 100_000)
      exponentDigits += 1
      return
    }
    digits += 1
    if mantissa < 100_000_000_000_000_000 {
      mantissa = mantissa * 10 + UInt64(digit)
      if place == .fraction { scale -= 1 }
    } else if place == .whole {
      scale += 1
    }
  }

  var value: Double? {
    guard digits > 0, place != .exponentSign, place != .exponent || exponentDigits > 0 else {
      return nil
    }
    let power = scale + (exponentIsNegative ? -exponent : exponent)
    // A quotient of exact numbers is rounded once; a product with 10^-n would be rounded twice.
    let magnitude =
      power < 0 && power >= -22
      ? Double(mantissa) / pow(10, Double(-power)) : Double(mantissa) * pow(10, Double(power))
    guard magnitude.isFinite else { return nil }
    return isNegative ? -magnitude : magnitude
  }
}
