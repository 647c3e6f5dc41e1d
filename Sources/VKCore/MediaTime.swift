/// A point or a length of time: `value / timescale` seconds, exactly.
///
/// Two times are equal when they name the same moment, whatever their timescales.
public struct MediaTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Ticks.
  public let value: Int64
  /// Ticks a second, above zero.
  public let timescale: Int32

  /// Makes `value / timescale` seconds.
  ///
  /// - Precondition: `timescale` is above zero.
  public init(value: Int64, timescale: Int32) {
    precondition(timescale > 0, "a timescale is above zero")
    self.value = value
    self.timescale = timescale
  }

  /// Makes `ticks · numerator / denominator` seconds: a time stamp in a container's time base.
  ///
  /// nil when the product does not fit in 64 bits or the time base is not positive.
  public init?(ticks: Int64, numerator: Int32, denominator: Int32) {
    guard numerator > 0, denominator > 0 else { return nil }
    let (value, overflow) = ticks.multipliedReportingOverflow(by: Int64(numerator))
    guard !overflow else { return nil }
    self.init(value: value, timescale: denominator)
  }

  /// Time zero.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// The nearest `Double`, in seconds.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// `VALUE/TIMESCALE`.
  public var description: String { "\(value)/\(timescale)" }

  /// Whether both name the same moment.
  public static func == (a: Self, b: Self) -> Bool {
    a.value.multipliedFullWidth(by: Int64(b.timescale))
      == b.value.multipliedFullWidth(by: Int64(a.timescale))
  }

  /// Whether the first moment is earlier.
  public static func < (a: Self, b: Self) -> Bool {
    let left = a.value.multipliedFullWidth(by: Int64(b.timescale))
    let right = b.value.multipliedFullWidth(by: Int64(a.timescale))
    return left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// Equal moments hash alike.
  public func hash(into hasher: inout Hasher) {
    let divisor = Int64(greatestCommonDivisor(value.magnitude, UInt64(timescale)))
    hasher.combine(value / divisor)
    hasher.combine(Int64(timescale) / divisor)
  }

  /// The number of ticks of `numerator / denominator` seconds nearest to this time (halves away from zero).
  ///
  /// nil when it does not fit in 64 bits. Exact when the time lies on that grid.
  public func ticks(numerator: Int32 = 1, denominator: Int32) -> Int64? {
    precondition(numerator > 0 && denominator > 0, "a time base is above zero")
    let divisor = UInt64(numerator) * UInt64(timescale)
    let product = value.magnitude.multipliedFullWidth(by: UInt64(denominator))
    let (low, carry) = product.low.addingReportingOverflow(divisor / 2)
    let high = product.high + (carry ? 1 : 0)
    guard high < divisor else { return nil }
    let quotient = divisor.dividingFullWidth((high, low)).quotient
    guard quotient <= UInt64(Int64.max) else { return nil }
    return value < 0 ? -Int64(quotient) : Int64(quotient)
  }

  /// The sum, exact where the common timescale fits in 32 bits, else to the nearest tick of the
  /// finer one.
  ///
  /// What does not fit in 64 bits stays at the end of them.
  public static func + (a: Self, b: Self) -> Self {
    let divisor = Int32(greatestCommonDivisor(UInt64(a.timescale), UInt64(b.timescale)))
    let common = Int64(a.timescale / divisor) * Int64(b.timescale)
    let timescale = Int32(exactly: common) ?? max(a.timescale, b.timescale)
    let left = a.ticks(denominator: timescale) ?? (a.value < 0 ? .min : .max)
    let right = b.ticks(denominator: timescale) ?? (b.value < 0 ? .min : .max)
    let (sum, overflow) = left.addingReportingOverflow(right)
    return MediaTime(value: overflow ? (left < 0 ? .min : .max) : sum, timescale: timescale)
  }

  /// The difference, exact where the common timescale fits in 32 bits.
  public static func - (a: Self, b: Self) -> Self {
    a + MediaTime(value: b.value == .min ? .max : -b.value, timescale: b.timescale)
  }
}

/// Euclid's algorithm; 1 when both are zero.
package func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return max(a, 1)
}
