extension MediaTime {
  /// Reads FFmpeg's notation of a duration; nil when it is none, or negative.
  package init?(duration text: String) {
    var text = text[...]
    var unit = 1_000_000.0
    for (suffix, microseconds) in [("ms", 1e3), ("us", 1.0), ("s", 1e6)]
    where text.hasSuffix(suffix) {
      text = text.dropLast(suffix.count)
      unit = microseconds
      break
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts.count == 1 || unit == 1_000_000 else { return nil }
    guard parts.dropLast().allSatisfy({ UInt32($0) != nil }) else { return nil }
    let isDecimal = parts[parts.count - 1].allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard isDecimal, let last = Double(parts[parts.count - 1]) else { return nil }
    let minutes = parts.dropLast().reduce(0.0) { $0 * 60 + (Double($1) ?? 0) }
    let microseconds = (last + minutes * 60) * unit
    guard microseconds.isFinite, microseconds < 1e15 else { return nil }
    self.init(value: Int64(microseconds.rounded()), timescale: 1_000_000)
  }
}
