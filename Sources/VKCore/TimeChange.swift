/// Moves and stretches the times of frames: `origin + factor · (time − start) + shift`.
public struct TimeChange: Sendable, Hashable {
  /// What times are multiplied by: a ratio above zero.
  public var numerator: Int32
  /// The ratio's denominator, above zero.
  public var denominator: Int32
  /// Whether `start` is the first frame's time; else it is the stream's origin.
  public var isFromFirst: Bool
  /// What is added.
  public var shift: MediaTime

  /// Makes a change of times; unless given, one that changes nothing.
  ///
  /// - Precondition: `numerator` and `denominator` are above zero.
  public init(
    numerator: Int32 = 1, denominator: Int32 = 1, isFromFirst: Bool = false,
    shift: MediaTime = .zero
  ) {
    precondition(numerator > 0 && denominator > 0, "times are multiplied by more than zero")
    self.numerator = numerator
    self.denominator = denominator
    self.isFromFirst = isFromFirst
    self.shift = shift
  }

  /// Whether the distances of frames stay and nothing is added.
  public var keepsRate: Bool { numerator == denominator && shift == .zero }

  /// The new time of a frame at `time`, where the first frame was at `first`.
  package func changed(_ time: MediaTime, first: MediaTime, origin: MediaTime) -> MediaTime {
    // A clock that is finer than the moment needs would make the sum's clock too fine for files.
    let divisor = Int64(greatestCommonDivisor(origin.value.magnitude, UInt64(origin.timescale)))
    let origin = MediaTime(
      value: origin.value / divisor, timescale: Int32(Int64(origin.timescale) / divisor))
    return origin + length(time - (isFromFirst ? first : origin)) + shift
  }

  /// The new length of what lasted `length`: exact where its ticks fit, else to the nearest of them.
  package func length(_ length: MediaTime) -> MediaTime {
    let common = Int64(length.timescale) * Int64(denominator)
    if let timescale = Int32(exactly: common),
      let exact = MediaTime(ticks: length.value, numerator: numerator, denominator: timescale)
    {
      return exact
    }
    let timescale = min(length.timescale, Int32.max / numerator)
    // The length in ticks of `denominator` over `numerator · timescale`, each one tick of the result.
    let ticks = length.ticks(numerator: denominator, denominator: numerator * timescale)
    return MediaTime(value: ticks ?? .max, timescale: timescale)
  }

  /// The rate of frames that came at `rate` frames a second; nil when it does not fit.
  package func rate(_ rate: (Int32, Int32)) -> (Int32, Int32)? {
    let up = Int64(rate.0) * Int64(denominator)
    let down = Int64(rate.1) * Int64(numerator)
    let divisor = Int64(greatestCommonDivisor(up.magnitude, down.magnitude))
    guard let a = Int32(exactly: up / divisor), let b = Int32(exactly: down / divisor) else {
      return nil
    }
    return (a, b)
  }
}
