import Testing

@testable import VKBenchmark

@Suite struct ComparisonTests {
  private func verdict(
    _ old: BenchmarkReport, _ new: BenchmarkReport
  ) throws -> ReportComparison.Verdict {
    let comparison = ReportComparison(old: old, new: new)
    try #require(comparison.lines.count == 1)
    return comparison.lines[0].verdict
  }

  @Test func onlyWhatMovesBeyondBothSpreadsIsSlowerOrFaster() throws {
    let old = try Sample.report(median: 2, p5: 1.9, p95: 2.1)
    #expect(try verdict(old, old) == .same)
    #expect(try verdict(old, Sample.report(median: 2.2, p5: 2.15, p95: 2.3)) == .slower)
    #expect(try verdict(old, Sample.report(median: 1.8, p5: 1.7, p95: 1.85)) == .faster)
    // Beyond the old spread, but the old median is within the new one.
    #expect(try verdict(old, Sample.report(median: 2.2, p5: 1.95, p95: 2.9)) == .same)
    // Within the old spread.
    #expect(try verdict(old, Sample.report(median: 2.09, p5: 2.08, p95: 2.1)) == .same)
  }

  @Test func aChangeOfLessThanThreePercentIsNone() throws {
    let old = try Sample.report(median: 2, p5: 1.999, p95: 2.001)
    #expect(try verdict(old, Sample.report(median: 2.05, p5: 2.049, p95: 2.051)) == .same)
    #expect(try verdict(old, Sample.report(median: 2.07, p5: 2.069, p95: 2.071)) == .slower)
  }

  @Test func whatCannotBeMeasuredAnyMoreIsARegressionUnlessThereWasNoTime() throws {
    let old = try Sample.report()
    let broken = try Sample.report(failure: "the device was lost")
    #expect(try verdict(old, broken) == .lost)
    #expect(ReportComparison(old: old, new: broken).hasRegression)
    #expect(try verdict(broken, old) == .onlyNew)
    let hurried = try Sample.report(failure: "not measured for want of time; --full")
    #expect(try verdict(old, hurried) == .onlyOld)
    #expect(!ReportComparison(old: old, new: hurried).hasRegression)
  }

  @Test func rowsOfOneReportOnlyAreNamedAndNoRegression() throws {
    let old = try Sample.report()
    var new = old
    new.rows[0].width = 1280
    let comparison = ReportComparison(old: old, new: new)
    #expect(comparison.lines.map(\.verdict) == [.onlyOld, .onlyNew])
    #expect(!comparison.hasRegression)
  }

  @Test func anotherDeviceIsSaid() throws {
    let old = try Sample.report()
    var new = old
    new.device.name = "GPU 2"
    let text = ReportComparison(old: old, new: new).text
    #expect(text.contains("note: the devices differ: GPU <1>, GPU 2"))
    #expect(text.contains("1 of 1 measurements moved no further than their spread"))
  }
}
