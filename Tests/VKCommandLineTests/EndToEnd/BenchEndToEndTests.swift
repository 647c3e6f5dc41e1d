import Foundation
import Testing

/// `bench` and `vkbench`.
@Suite struct BenchEndToEndTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let small = ["-vf", "invert", "-s", "32x16"]
  private static let vkbench = Tool.vkfilter.deletingLastPathComponent().appending(path: "vkbench")

  @Test func aSmallRunPrintsJSONAndWritesAPageAndIsComparedWithItself() throws {
    let page = folder.path("page.html")
    let run = try Tool.run(
      Tool.vkfilter, ["bench", "--json", "--html", page] + Self.small)
    try #require(run.status == 0, "\(run.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    #expect(report["schema"] as? String == "vkfilter.bench")
    #expect(report["version"] as? Int == 1)
    let rows = try #require(report["rows"] as? [[String: Any]])
    #expect(rows.map { $0["text"] as? String } == ["invert"])
    // 32 × 16 of 4:2:0, read and written.
    #expect(rows[0]["bytesMoved"] as? Int == 1536)
    let text = try String(contentsOf: folder["page.html"], encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"))

    let kept = folder.path("report.json")
    try run.output.write(to: folder["report.json"])
    let comparison = try Tool.vkfilter("bench", "--compare", kept, kept)
    #expect(comparison.status == 0, "\(comparison.errors)")
    #expect(comparison.text.contains("1 of 1 measurements moved no further than their spread"))
  }

  @Test func aReportThatIsFasterThanAnyDeviceMakesTheRunEndWithOne() throws {
    let run = try Tool.run(Self.vkbench, ["--json"] + Self.small)
    try #require(run.status == 0, "\(run.errors)")
    var report = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    var rows = try #require(report["rows"] as? [[String: Any]])
    rows[0]["gpuMilliseconds"] = ["median": 1e-6, "p5": 1e-6, "p95": 1e-6, "samples": 9]
    report["rows"] = rows
    try JSONSerialization.data(withJSONObject: report).write(to: folder["old.json"])
    let slower = try Tool.run(
      Tool.vkfilter, ["bench", "--compare", folder.path("old.json")] + Self.small)
    #expect(slower.status == 1)
    #expect(slower.text.contains("slower"))
    #expect(slower.errors.contains("1 of 1 measurements are slower than before"))
  }

  @Test func badFilesAreRefusedBeforeAnythingIsMeasured() throws {
    try "{}".write(to: folder["bad.json"], atomically: true, encoding: .utf8)
    try "kept".write(to: folder["page.html"], atomically: true, encoding: .utf8)
    let cases: [(words: [String], status: Int32, message: String)] = [
      (["--compare", folder.path("none.json")], 66, "no such report"),
      (["--compare", folder.path("bad.json")], 65, "no report"),
      (["--html", folder.path("page.html")], 73, "the file exists"),
      (["--html", folder.path("no/page.html")], 73, "No such file"),
      (["--html", folder.path("")], 73, "Is a directory"),
      (["-vf", "nofilter"], 64, "nofilter"), (["--fulll"], 64, "did you mean --full?"),
    ]
    for (words, status, message) in cases {
      let run = try Tool.run(Tool.vkfilter, ["bench"] + words)
      #expect(run.status == status, "\(words): \(run.errors)")
      #expect(run.errors.contains(message), "\(words): \(run.errors)")
      #expect(run.output.isEmpty)
      // The one that gets no further than its files has made no device.
      #expect(!run.errors.contains("device "), "\(run.errors)")
    }
    #expect(try String(contentsOf: folder["page.html"], encoding: .utf8) == "kept")
  }

  @Test func theProgramWithoutMediaLinksNoMediaLibraries() throws {
    let help = try Tool.run(Self.vkbench, ["--help"])
    #expect(help.status == 0 && help.text.contains("--compare OLD.json"))
    #expect(try Tool.run(Self.vkbench, ["--nothing"]).status == 64)
    let libraries = try Tool.run(
      URL(filePath: "/usr/bin/ldd"), [Self.vkbench.path(percentEncoded: false)])
    #expect(libraries.text.contains("libc.so"))
    #expect(!libraries.text.contains("libav"))
  }

  /// The cache's file: text, and its 64-bit FNV-1a sum with the lowest byte first.
  @Test func choicesThatWereKeptForTheDeviceAreInItsPrograms() throws {
    let listing = try Tool.vkfilter("devices", "--json")
    let object = try JSONSerialization.jsonObject(with: listing.output) as? [String: Any]
    let device = try #require((object?["devices"] as? [[String: Any]])?.first)
    let name = "\(device["uuid"] ?? "")-\(device["driverUUID"] ?? "").tuning"
    let text = Array("planeGroup=128\n".utf8)
    let sum = text.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    let cache = folder["vkfilter"]
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    try Data(text + bytes).write(to: cache.appending(path: name))
    let clip = try Clips.short.get()
    func program(_ cache: String) throws -> String {
      try Tool.vkfilter(
        "explain", "-i", clip, "-vf", "gaussian-blur=3", "--glsl",
        environment: ["XDG_CACHE_HOME": cache]
      ).text
    }
    // 160 columns are 40 words: a group of at most that.
    #expect(try program(folder.path("")).contains("local_size_x = 40,"))
    #expect(try program(folder.path("empty")).contains("local_size_x"))
  }
}
