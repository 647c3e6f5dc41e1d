internal import VKCore

/// Groups of numbers, such as places and lines: a list, its text, and a table that a kernel reads.
///
/// What is made of what it is set to is made then, not for each frame.
struct PlaceList: Sendable {
  /// The most groups that a list may hold.
  static let longest = 1024

  /// How many numbers a group may have.
  private let counts: Set<Int>
  /// What a text looks like.
  let form: String
  /// The four numbers that the kernel reads of a group.
  private let entry: @Sendable ([Float]) -> SIMD4<Float>
  /// The groups.
  private(set) var groups: [[Float]] = []
  /// The groups as text, each joined by `/`, with spaces between them.
  var text = "" { didSet { if text != oldValue { read() } } }
  /// What is wrong with the text; nil when nothing is.
  private(set) var fault: String?
  /// An entry that tells how many groups there are, and one for each.
  private(set) var table = Self.table(of: [])

  init(
    counts: Set<Int>, form: String, entry: @escaping @Sendable ([Float]) -> SIMD4<Float>
  ) {
    self.counts = counts
    self.form = form
    self.entry = entry
  }

  /// Takes groups in place of those that are there.
  mutating func set(_ groups: some Sequence<[Float]>) {
    text = groups.map { $0.map { "\($0)" }.joined(separator: "/") }.joined(separator: " ")
  }

  /// What is wrong with a text; nil when nothing is.
  func fault(in text: String) -> String? {
    var copy = self
    copy.text = text
    return copy.fault
  }

  private mutating func read() {
    fault = nil
    groups = []
    for group in text.split(whereSeparator: \.isWhitespace) {
      let words = group.split(separator: "/", omittingEmptySubsequences: false)
      let numbers = words.compactMap { decimal($0).map { Float($0) } }.filter(\.isFinite)
      guard counts.contains(words.count), numbers.count == words.count else {
        fault = "is no list; write \(form)"
        break
      }
      groups.append(numbers)
    }
    if groups.count > Self.longest { fault = "holds more than \(Self.longest)" }
    table = Self.table(of: groups.prefix(Self.longest).map(entry))
  }

  static func table(of groups: [SIMD4<Float>]) -> LookupTable {
    let count = SIMD4<Float>(Float(groups.count), 0, 0, 0)
    return LookupTable(kind: .curve, size: groups.count + 2, entries: [count] + groups + [.zero])
  }
}
