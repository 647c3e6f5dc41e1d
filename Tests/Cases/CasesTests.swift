import Foundation
import Testing

/// A fault that people met with tools of this kind, and the right answer: a line of `cases.jsonl`.
struct Case: Decodable, Sendable, CustomTestStringConvertible {
  let theme: String
  /// The right answer.
  let claim: String
  /// What went wrong elsewhere.
  let fault: String
  /// Shell lines that make the input.
  let make: String
  /// Ends well when the input has the property that it is about.
  let awkward: String
  /// Ends well when the answer is right.
  let check: String

  var testDescription: String { "\(theme): \(claim)" }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// All of the table.
  static let all: [Case] = {
    guard let table = try? Data(contentsOf: folder.appending(path: "cases.jsonl")) else {
      return []
    }
    return table.split(separator: 10).compactMap { try? JSONDecoder().decode(Case.self, from: $0) }
  }()
}

/// Every case through the real program, with inputs that FFmpeg makes on the spot.
@Suite struct CasesTests {
  @Test func theTableIsWhole() throws {
    let table = try Data(contentsOf: Case.folder.appending(path: "cases.jsonl"))
    #expect(Case.all.count == table.split(separator: 10).count)
    #expect(Case.all.count > 80)
  }

  @Test(arguments: Case.all) func theAnswerIsRight(_ item: Case) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "case-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (step, lines) in [("make", item.make), ("awkward", item.awkward), ("check", item.check)] {
      let (status, said) = try shell(lines, in: folder)
      try #require(status == 0, "\(step) ended with \(status): \(lines)\n\(said)")
    }
  }

  /// Runs lines with the words of `tools/lib.sh`; gives the exit code and what was said.
  private func shell(_ lines: String, in folder: URL) throws -> (Int32, String) {
    let tools = Case.folder.appending(path: "tools").path(percentEncoded: false)
    let binaries = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path(percentEncoded: false)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", ". $T/lib.sh\n" + lines]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["T"] = tools
    environment["PATH"] = "\(binaries):\(environment["PATH"] ?? "")"
    process.environment = environment
    let log = folder.appending(path: ".said")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let code = process.terminationStatus
    let isSignal = process.terminationReason == .uncaughtSignal
    return (isSignal ? 128 + code : code, try String(contentsOf: log, encoding: .utf8))
  }
}
