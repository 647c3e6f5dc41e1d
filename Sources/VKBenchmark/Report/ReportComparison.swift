internal import VKCore

/// What moved between two reports, beyond what moves within each of them.
package struct ReportComparison: Sendable {
  /// What became of a measurement.
  package enum Verdict: String, Sendable {
    /// The middle of each report's times lies outside the other's spread, and later is slower.
    case slower
    /// The same, and later is faster.
    case faster
    /// Nothing beyond the spread.
    case same
    /// It could be measured, and cannot any more.
    case lost
    /// Only the earlier report has it.
    case onlyOld = "only in the old report"
    /// Only the later report has it.
    case onlyNew = "only in the new report"
  }

  /// A measurement in both.
  package struct Line: Sendable {
    /// What was measured.
    package let name: String
    /// What the numbers are.
    package let unit: String
    package let old: Spread?
    package let new: Spread?
    package let verdict: Verdict

    /// The later median over the earlier one.
    package var ratio: Double? {
      guard let old, let new, old.median > 0 else { return nil }
      return new.median / old.median
    }
  }

  /// Changes smaller than this are none: two runs of the same program differ by as much.
  package static let leastChange = 0.03

  /// All measurements, in the order of the reports.
  package let lines: [Line]
  /// What makes the two hard to compare.
  package let warnings: [String]

  /// Compares an earlier report with a later one.
  package init(old: BenchmarkReport, new: BenchmarkReport) {
    let (before, after) = (Self.measurements(old), Self.measurements(new))
    let earlier = Dictionary(before.map { ($0.name, $0) }) { first, _ in first }
    let later = Dictionary(after.map { ($0.name, $0) }) { first, _ in first }
    lines =
      before.map { Self.line($0, later[$0.name]) }
      + after.filter { earlier[$0.name] == nil }.map {
        Line(name: $0.name, unit: $0.unit, old: nil, new: $0.spread, verdict: .onlyNew)
      }
    var warnings: [String] = []
    if old.device.uuid != new.device.uuid || old.device.name != new.device.name {
      warnings.append("the devices differ: \(old.device.name), \(new.device.name)")
    } else if old.device.driverVersion != new.device.driverVersion {
      warnings.append(
        "the drivers differ: \(old.device.driverVersion), \(new.device.driverVersion)")
    }
    if old.machine != new.machine { warnings.append("the machines differ") }
    self.warnings = warnings
  }

  /// Whether something is slower or lost.
  package var hasRegression: Bool {
    lines.contains { $0.verdict == .slower || $0.verdict == .lost }
  }

  /// What moved, as a table.
  package var text: String {
    var text = warnings.map { "note: \($0)\n" }.joined()
    let moved = lines.filter { $0.verdict != .same }
    let rows = moved.map { line in
      [
        line.name, line.unit, line.old?.text ?? "-", line.new?.text ?? "-",
        line.ratio.map { "× \($0.formatted(2))" } ?? "-", line.verdict.rawValue,
      ]
    }
    if !rows.isEmpty {
      text += table([["moved", "unit", "old (p5 to p95)", "new (p5 to p95)", "", ""]] + rows)
    }
    let same = lines.count - moved.count
    return text + "\(same) of \(lines.count) measurements moved no further than their spread\n"
  }

  private struct Measurement {
    let name: String
    let unit: String
    let spread: Spread?
    /// Whether it was tried.
    var isTried = true
  }

  private static func measurements(_ report: BenchmarkReport) -> [Measurement] {
    let rows = (report.rows + report.catalogue).map { row in
      Measurement(
        name: "\(row.chain) (\(row.text)) \(row.width)x\(row.height) \(row.format)", unit: "GPU ms",
        spread: row.failure == nil ? row.gpuMilliseconds : nil,
        isTried: row.failure?.hasPrefix(BenchmarkRow.noTime) != true)
    }
    let peers = report.peers.map { row in
      Measurement(
        name: "\(row.work) against \(row.peer) \(row.peerVersion ?? "")", unit: "ours / theirs",
        spread: row.failure == nil && row.isSameWork != false ? row.ratio : nil, isTried: false)
    }
    return (rows + peers).filter { $0.isTried || $0.spread != nil }
  }

  private static func line(_ old: Measurement, _ new: Measurement?) -> Line {
    func line(_ verdict: Verdict) -> Line {
      Line(name: old.name, unit: old.unit, old: old.spread, new: new?.spread, verdict: verdict)
    }
    guard let new else { return line(.onlyOld) }
    guard let before = old.spread else { return line(new.spread == nil ? .same : .onlyNew) }
    guard let after = new.spread else { return line(new.isTried ? .lost : .onlyOld) }
    let change = before.median > 0 ? after.median / before.median : 1
    if after.median > before.p95, before.median < after.p5, change > 1 + leastChange {
      return line(.slower)
    }
    if after.median < before.p5, before.median > after.p95, change < 1 / (1 + leastChange) {
      return line(.faster)
    }
    return line(.same)
  }
}

extension Spread {
  fileprivate var text: String {
    let digits = median < 1 ? 4 : 2
    return "\(median.formatted(digits)) (\(p5.formatted(digits)) to \(p95.formatted(digits)))"
  }
}
