import Foundation
import Testing

@testable import VKBenchmark

/// Reports made by hand.
enum Sample {
  /// A report of version 1 with one row, as its documentation describes it.
  static func json(
    median: Double = 2, p5: Double = 1.9, p95: Double = 2.1, failure: String? = nil,
    schema: String = "vkfilter.bench", version: Int = 1
  ) -> String {
    let spread = "{\"median\": \(median), \"p5\": \(p5), \"p95\": \(p95), \"samples\": 20}"
    let result =
      failure.map { "\"failure\": \"\($0)\"" } ?? "\"gpuMilliseconds\": \(spread)"
    return """
      {"schema": "\(schema)", "version": \(version), "program": "0.1.0", "began": 1700000000,
       "seconds": 12.5, "peakResidentBytes": 1000000,
       "device": {"name": "GPU <1>", "kind": "discrete", "driver": "d", "driverVersion": "1",
         "vulkan": "1.3.0", "uuid": "00"},
       "machine": {"cores": 4, "processor": "P & Q", "memoryBytes": 8000000000, "system": "Linux"},
       "limits": {"copyBytes": 1000, "kernelCopyBytesPerSecond": 1e11,
         "deviceCopyBytesPerSecond": 2e11, "hostToDeviceBytesPerSecond": 1e10,
         "deviceToHostBytesPerSecond": 1e10, "dispatchSeconds": 1e-6, "roundTripSeconds": 1e-5,
         "flopsPerSecond": 1e12},
       "rows": [{"chain": "blur-3", "text": "gaussian-blur=3", "width": 1920, "height": 1080,
         "format": "nv12", \(result), "framesInFlight": 3, "framesPerSecond": 400,
         "bytesMoved": 12441600, "fractionOfCopy": 0.06, "operations": 5e8, "dispatches": 4,
         "hostMilliseconds": 0.2, "peakDeviceBytes": 22000000}],
       "peers": [], "catalogue": [], "tuning": []}
      """
  }

  /// That report, read.
  static func report(
    median: Double = 2, p5: Double = 1.9, p95: Double = 2.1, failure: String? = nil
  ) throws -> BenchmarkReport {
    try read(json(median: median, p5: p5, p95: p95, failure: failure))
  }

  /// Reads a report's text through a file.
  static func read(_ text: String) throws -> BenchmarkReport {
    try withFile(text) { try BenchmarkReport(contentsOf: $0) }
  }

  static func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try text.write(to: url, atomically: true, encoding: .utf8)
    return try body(url.path(percentEncoded: false))
  }
}
