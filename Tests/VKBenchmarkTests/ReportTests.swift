import Testing

@testable import VKBenchmark

@Suite struct ReportTests {
  @Test func aReportOfTheDocumentedFormIsRead() throws {
    let report = try Sample.report()
    let row = try #require(report.rows.first)
    #expect(row.chain == "blur-3")
    #expect(row.gpuMilliseconds?.p95 == 2.1)
    #expect(row.bytesMoved == 12_441_600)
    #expect(report.limits?.flopsPerSecond == 1e12)
    #expect(report.device.name == "GPU <1>")
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var report = try Sample.report()
    report.incomplete = "it was stopped"
    report.catalogue = report.rows
    report.catalogue[0].multipleOfCopy = 1.5
    #expect(try Sample.read(report.json()) == report)
  }

  @Test(arguments: [
    ("", "no report"), ("[1]", "no report"), ("{\"a\": 1}", "'schema' is missing"),
    (Sample.json(schema: "other"), "'other' of version 1"),
    (Sample.json(version: 2), "version 2, and 'vkfilter.bench' of version 1 is read"),
    (Sample.json().replacing("\"cores\": 4", with: "\"cores\": \"four\""), "machine.cores"),
  ]) func aFileThatIsNoReportSaysWhatIsWrong(text: String, message: String) throws {
    let error = #expect(throws: BenchmarkError.self) { try Sample.read(text) }
    #expect(error?.code == .badData)
    #expect(error?.detail.contains(message) == true, "\(error?.detail ?? "")")
  }

  @Test func aMissingReportIsNoInput() {
    let error = #expect(throws: BenchmarkError.self) {
      try BenchmarkReport(contentsOf: "/nonexistent/old.json")
    }
    #expect(error?.code == .noInput)
    #expect(error?.exitStatus == 66)
  }

  @Test func theTableTellsNumbersAndReasons() throws {
    var report = try Sample.report()
    var failed = report.rows[0]
    failed.chain = "swirl"
    failed.failure = "the device has no room"
    report.rows.append(failed)
    let text = report.text
    #expect(text.contains("blur-3  1920x1080  nv12    2.00    1.90  2.10"))
    // 12.4416 MB moved.
    #expect(text.contains("  12.4 "))
    #expect(text.contains("swirl 1920x1080 nv12: the device has no room"))
    #expect(text.contains("100.00 GB/s"))
  }
}
