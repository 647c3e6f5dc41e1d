public import VKCore

/// What a chain's text says of the stream that is written rather than of its pictures: FFmpeg's
/// `format`, `fps` and `setpts`.
public struct StreamChanges: Sendable {
  /// The pixel format to write, by FFmpeg's name, or several joined by `|`; nil leaves it open.
  public var pixelFormat: String?
  /// The constant rate that frames are brought to, as a ratio above zero, after `times`.
  public var constantRate: (Int32, Int32)?
  /// How times change.
  public var times: TimeChange?
  /// A format whose model the pictures must have, because filters behind it work on its planes.
  public var expected: PixelFormat?

  /// No change.
  public init() {}

  /// Whether frames keep their number and times.
  public var keepsTimes: Bool { constantRate == nil && times == nil }
}

/// A filter that says how a stream is written and changes at most what is kept between filters.
package protocol StreamFilter: AdaptiveFilter {
  /// Adds what it says; `rest` are the filters behind it.
  ///
  /// - Throws: `FilterError` when it makes a difference to `rest` that cannot be had.
  func change(_ stream: inout StreamChanges, before rest: [any Filter]) throws(FilterError)
}

/// A filter that changes the times of a stream.
package protocol TimedFilter: StreamFilter {
  /// What it does to them.
  ///
  /// - Throws: `FilterError` when its parameters make no change that there is.
  func retiming() throws(FilterError) -> Retiming
}

extension FilterChain {
  /// Reads a chain that may also say how the stream is written.
  ///
  /// - Parameters:
  ///   - text: the chain.
  ///   - stream: takes what `format`, `fps` and `setpts` say, for the writer's options.
  ///   - loadTable: reads a lookup table's file.
  /// - Throws: `FilterError` that names the culprit and what is possible instead.
  public init(
    _ text: String, changing stream: inout StreamChanges,
    loadingTables loadTable: @escaping ParameterDescription.TableLoader = LookupTable.init(
      contentsOfFile:)
  ) throws(FilterError) {
    self.init(try parsedFilters(text, loadTable))
    try stream.take(from: &self)
  }
}

extension StreamChanges {
  /// Takes the stream's filters out of a chain; `rest` are filters behind it.
  mutating func take(
    from chain: inout FilterChain, before rest: [any Filter] = []
  ) throws(FilterError) {
    var filters: [any Filter] = []
    for (index, filter) in chain.filters.enumerated() {
      guard let change = filter as? any StreamFilter else {
        filters.append(filter)
        continue
      }
      let behind = (chain.filters[(index + 1)...] + rest).filter { !($0 is any StreamFilter) }
      try change.change(&self, before: behind)
      // What is left of it between filters; the same for every picture.
      if !behind.isEmpty {
        filters += try change.filters(for: FilterSituation(size: Size(1, 1)))
      }
    }
    chain.filters = filters
  }
}

/// Refuses filters to which it matters when frames are shown.
func requireTimeless(_ filters: [any Filter], behind name: String) throws(FilterError) {
  guard let first = filters.first(where: { dependsOnTime($0) }) else { return }
  throw FilterError(
    .invalidValue,
    "\(name) stands before \(shortName(first)), which depends on time; put it last, or"
      + " say it as a graph (-filter_complex)")
}

/// Whether it matters to none of the filters when frames are shown.
func areTimeless(_ filters: [any Filter]) -> Bool { !filters.contains { dependsOnTime($0) } }

private func shortName<F: Filter>(_ filter: F) -> String { F.info.name }

private func dependsOnTime<F: Filter>(_ filter: F) -> Bool {
  if filter is any TemporalFilter || F.info.inputs > 1 { return true }
  if let composite = filter as? any CompositeFilter {
    return composite.body.contains { dependsOnTime($0) }
  }
  return filter.parameterValues.contains { _, value in
    guard case .expression(let expression) = value else { return false }
    return !expression.variables.isDisjoint(with: ["t", "n"])
  }
}

/// The simplest ratio that is a number to twelve digits, with a denominator up to `limit`; nil when there is none.
func ratio(_ number: Double, to limit: Int64) -> (Int32, Int32)? {
  guard number.isFinite, abs(number) < 1e9 else { return nil }
  // Continued fractions.
  var (before, last) = ((0.0, 1.0), (1.0, 0.0))
  var rest = abs(number)
  for _ in 0..<40 {
    let whole = rest.rounded(.down)
    (before, last) = (last, (whole * last.0 + before.0, whole * last.1 + before.1))
    guard last.1 <= Double(limit), last.0 <= Double(Int32.max) else { return nil }
    if abs(last.0 / last.1 - abs(number)) <= 1e-12 * max(abs(number), 1e-3) {
      return (Int32(number < 0 ? -last.0 : last.0), Int32(last.1))
    }
    rest = 1 / (rest - whole)
  }
  return nil
}
