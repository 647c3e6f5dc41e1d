/// The middle and the ends of some measurements.
package struct Spread: Codable, Sendable, Hashable {
  /// As many are below it as above.
  package var median: Double
  /// 5 % are below it.
  package var p5: Double
  /// 95 % are below it.
  package var p95: Double
  /// How many there are.
  package var samples: Int

  /// Sorts out measurements; nil when there are none.
  ///
  /// Between two of them, a percentile lies on the straight line from one to the other.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    func percentile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let lower = Int(place)
      let upper = min(lower + 1, sorted.count - 1)
      return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
    }
    median = percentile(0.5)
    p5 = percentile(0.05)
    p95 = percentile(0.95)
    samples = values.count
  }
}
