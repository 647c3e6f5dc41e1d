internal import VKCore

/// How far two pictures are apart, and where most.
package struct Comparison: CustomStringConvertible, Sendable {
  /// The largest difference of a channel, as a fraction of white.
  package private(set) var worst = 0.0
  /// The share of pixels with every channel within the tolerance.
  package private(set) var share = 1.0
  private var place = (x: 0, y: 0, channel: 0)
  private var values = (0.0, 0.0)
  private var note = ""

  /// Compares pixel by pixel.
  ///
  /// - Parameters:
  ///   - actual: what was computed.
  ///   - expected: what the reference says.
  ///   - tolerance: the difference that counts as none.
  ///   - channels: the channels that count.
  ///   - skip: pixels that do not count.
  package init(
    _ actual: DoubleImage, _ expected: DoubleImage, tolerance: Double,
    channels: Range<Int> = 0..<4, skip: (Int, Int) -> Bool = { _, _ in false }
  ) {
    guard actual.size == expected.size else {
      worst = .infinity
      share = 0
      note = "a picture of \(actual.size) instead of \(expected.size)"
      return
    }
    var counted = 0
    var good = 0
    for y in 0..<actual.size.height {
      for x in 0..<actual.size.width where !skip(x, y) {
        let (a, b) = (actual[x, y], expected[x, y])
        var largest = 0.0
        for channel in channels {
          // A NaN is as wrong as can be.
          let difference = abs(a[channel] - b[channel])
          let distance = difference.isNaN ? .infinity : difference
          largest = max(largest, distance)
          guard distance > worst else { continue }
          worst = distance
          place = (x, y, channel)
          values = (a[channel], b[channel])
        }
        counted += 1
        if largest <= tolerance { good += 1 }
      }
    }
    share = counted == 0 ? 0 : Double(good) / Double(counted)
  }

  package var description: String {
    if !note.isEmpty { return note }
    let channel = ["red", "green", "blue", "alpha"][place.channel]
    return """
      worst at \(place.x),\(place.y) \(channel): \(values.0) instead of \(values.1), \
      \(worst * 255) codes of 255 apart; \(share * 100) % of the pixels within the tolerance
      """
  }
}
