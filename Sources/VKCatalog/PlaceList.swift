internal import VKCore

/// Places and lines as text and as a table that a kernel reads.
enum PlaceList {
  /// The groups of numbers in a text, each joined by `/`; nil when one is not as `counts` says, or not finite.
  static func groups(_ text: String, counts: Set<Int>) -> [[Float]]? {
    var result: [[Float]] = []
    for group in text.split(whereSeparator: \.isWhitespace) {
      let numbers = group.split(separator: "/", omittingEmptySubsequences: false).map {
        decimal($0)
      }
      guard counts.contains(numbers.count) else { return nil }
      let values = numbers.compactMap { $0.map { Float($0) } }
      guard values.count == numbers.count, values.allSatisfy({ $0.isFinite }) else { return nil }
      result.append(values)
    }
    return result
  }

  /// The most groups that a text may hold.
  static let longest = 1024

  /// A table of four numbers a group, behind an entry that tells how many there are.
  static func table(_ groups: [SIMD4<Float>]) -> LookupTable {
    let count = SIMD4<Float>(Float(groups.count), 0, 0, 0)
    return LookupTable(kind: .curve, size: groups.count + 2, entries: [count] + groups + [.zero])
  }
}
