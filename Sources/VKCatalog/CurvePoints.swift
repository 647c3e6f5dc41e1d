internal import VKCore

/// A natural cubic spline through points, held to 0…1; without points the straight line.
struct CurvePoints {
  private let points: [(x: Double, y: Double)]
  /// Second derivatives at the points.
  private let bends: [Double]

  /// The curve without points.
  static let straight = CurvePoints([])

  /// - Throws: `FilterError` when the text holds no points.
  init(_ text: String) throws(FilterError) {
    guard let points = Self.points(text) else {
      throw FilterError(.invalidValue, "'\(printable(text))' \(Self.fault(text) ?? "")")
    }
    self.init(points)
  }

  /// - Precondition: each x is above the one before.
  init(_ points: [(x: Double, y: Double)]) {
    self.points = points
    bends = Self.bends(points)
  }

  /// What is wrong with a text; nil when nothing is.
  static func fault(_ text: String) -> String? {
    points(text) == nil
      ? "is no curve; write points x/y x/y …, both 0 to 1, each x above the one before" : nil
  }

  private static func points(_ text: String) -> [(x: Double, y: Double)]? {
    var result: [(x: Double, y: Double)] = []
    for pair in text.split(whereSeparator: \.isWhitespace) {
      let parts = pair.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, let x = decimal(parts[0]), let y = decimal(parts[1]),
        (0...1).contains(x), (0...1).contains(y), result.last.map({ $0.x < x }) ?? true
      else { return nil }
      result.append((x, y))
    }
    return result
  }

  /// Solves the tridiagonal equations of a spline that is straight at both ends.
  private static func bends(_ points: [(x: Double, y: Double)]) -> [Double] {
    let count = points.count
    guard count > 2 else { return [Double](repeating: 0, count: count) }
    var upper = [Double](repeating: 0, count: count)
    var right = upper
    for i in 1..<(count - 1) {
      let before = points[i].x - points[i - 1].x
      let after = points[i + 1].x - points[i].x
      let slopes =
        (points[i + 1].y - points[i].y) / after - (points[i].y - points[i - 1].y) / before
      let pivot = 2 * (before + after) - before * upper[i - 1]
      upper[i] = after / pivot
      right[i] = (6 * slopes - before * right[i - 1]) / pivot
    }
    var result = [Double](repeating: 0, count: count)
    for i in stride(from: count - 2, to: 0, by: -1) {
      result[i] = right[i] - upper[i] * result[i + 1]
    }
    return result
  }

  /// The curve's height, 0 to 1.
  func value(_ x: Double) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    if x <= first.x { return first.y }
    if x >= last.x { return last.y }
    let i = (points.firstIndex { $0.x > x } ?? points.count - 1) - 1
    let (a, b) = (points[i], points[i + 1])
    let width = b.x - a.x
    let (s, t) = ((b.x - x) / width, (x - a.x) / width)
    let bend = ((s * s * s - s) * bends[i] + (t * t * t - t) * bends[i + 1]) * width * width / 6
    return min(max(s * a.y + t * b.y + bend, 0), 1)
  }
}

extension LookupTable {
  /// A curve a channel, 256 entries each, with another curve behind all of them.
  init(channels: [CurvePoints], behind: CurvePoints) {
    let curves = channels.map { curve in
      (0..<256).map { Float(behind.value(curve.value(Double($0) / 255))) }
    }
    let entries = (0..<256).map { SIMD4(curves[0][$0], curves[1][$0], curves[2][$0], 1) }
    self.init(kind: .curve, size: 256, entries: entries)
  }

  /// Whether it gives back what it is asked.
  var changesNothing: Bool {
    self == .identity
      || self == LookupTable(channels: [.straight, .straight, .straight], behind: .straight)
  }
}
