internal import VKCore

/// What a user wants of a camera.
struct ModeWish: Sendable {
  var size: Size
  /// Whether the user named the size.
  var isSizeSaid = true
  /// Frames a second; nil takes the fastest up to 30.
  var rate: (Int32, Int32)?
  /// Formats that may be; nil takes any.
  var formats: Set<FourCC>?
  /// Formats that were tried and do not work.
  var excluded: Set<FourCC> = []

  var wantedRate: Double { rate.map { Double($0.0) / Double($0.1) } ?? 30 }
}

/// A format, size and rate that a device offers.
struct CameraMode: Sendable {
  let format: CameraFormat
  let size: Size
  /// nil where the driver tells of none.
  let interval: DeviceInterval?

  /// What a device offers, the nearest to the wish first.
  ///
  /// The rule: the size whose sides differ least, all together, from those wanted (of two, the larger); then the smallest
  /// shortfall of the rate, a hundredth of which does not count; then the format that comes first in the table.
  static func offered(by device: some VideoDevice, for wish: ModeWish) -> [CameraMode] {
    var modes: [(mode: CameraMode, key: Key)] = []
    for index in 0..<512 {
      guard let entry = device.format(at: index) else { break }
      guard let format = CameraFormat.named(entry.fourCC), !entry.isEmulated,
        wish.formats?.contains(entry.fourCC) ?? true, !wish.excluded.contains(entry.fourCC)
      else { continue }
      let size = nearestSize(of: device, entry.fourCC, to: wish.size)
      let interval = nearestInterval(of: device, entry.fourCC, size, to: wish.wantedRate)
      let mode = CameraMode(format: format, size: size, interval: interval)
      modes.append((mode, Key(mode, for: wish)))
    }
    return modes.sorted { $0.key < $1.key }.map(\.mode)
  }

  private struct Key: Comparable {
    let values: [Double]

    init(_ mode: CameraMode, for wish: ModeWish) {
      let rank = CameraFormat.all.firstIndex { $0.fourCC == mode.format.fourCC } ?? 0
      values = [
        Double(distance(mode.size, wish.size)), -Double(mode.size.width * mode.size.height),
        mode.interval.map { shortfall(of: $0, from: wish.wantedRate) } ?? 0, Double(rank),
      ]
    }

    static func < (a: Self, b: Self) -> Bool { a.values.lexicographicallyPrecedes(b.values) }
  }
}

/// How much the sides of two sizes differ, all together.
private func distance(_ a: Size, _ b: Size) -> Int {
  abs(a.width - b.width) + abs(a.height - b.height)
}

/// The part of a rate that an interval does not reach; less than a hundredth is none.
private func shortfall(of interval: DeviceInterval, from rate: Double) -> Double {
  let missing = 1 - 1 / max(interval.seconds, 1e-9) / rate
  return missing < 0.01 ? 0 : missing
}

private func nearestSize(
  of device: some VideoDevice, _ fourCC: FourCC, to wanted: Size
) -> Size {
  var best: Size?
  for index in 0..<1024 {
    guard let range = device.size(of: fourCC, at: index) else { break }
    let size =
      range.isSingle
      ? range.minimum
      : Size(
        nearestStep(
          to: wanted.width, range.minimum.width, range.maximum.width, range.step?.width ?? 1),
        nearestStep(
          to: wanted.height, range.minimum.height, range.maximum.height, range.step?.height ?? 1))
    guard let known = best else {
      best = size
      continue
    }
    let (new, old) = (distance(size, wanted), distance(known, wanted))
    let isLarger = size.width * size.height > known.width * known.height
    if new < old || new == old && isLarger { best = size }
  }
  // A driver that tells of no sizes is asked for the one that is wanted.
  return best ?? wanted
}

private func nearestStep(to wanted: Int, _ minimum: Int, _ maximum: Int, _ step: Int) -> Int {
  let step = max(step, 1)
  let clamped = min(max(wanted, minimum), maximum)
  let lower = minimum + (clamped - minimum) / step * step
  let upper = lower + step
  return upper <= maximum && upper - clamped <= clamped - lower ? upper : lower
}

/// The interval nearest to a rate: the slowest that reaches it, else the fastest.
private func nearestInterval(
  of device: some VideoDevice, _ fourCC: FourCC, _ size: Size, to rate: Double
) -> DeviceInterval? {
  var candidates: [DeviceInterval] = []
  for index in 0..<256 {
    guard let range = device.interval(of: fourCC, size, at: index) else { break }
    candidates.append(range.minimum)
    if range.isSingle { continue }
    candidates.append(range.maximum)
    let wanted = DeviceInterval(
      numerator: 1_000_000, denominator: UInt32((rate * 1_000_000).rounded()))
    if range.minimum.seconds < wanted.seconds, wanted.seconds < range.maximum.seconds {
      candidates.append(reduced(wanted))
    }
  }
  return candidates.min { a, b in
    let (first, second) = (shortfall(of: a, from: rate), shortfall(of: b, from: rate))
    return first != second ? first < second : a.seconds > b.seconds
  }
}

private func reduced(_ interval: DeviceInterval) -> DeviceInterval {
  let divisor = UInt32(
    greatestCommonDivisor(UInt64(interval.numerator), UInt64(interval.denominator)))
  return DeviceInterval(
    numerator: interval.numerator / divisor, denominator: interval.denominator / divisor)
}
