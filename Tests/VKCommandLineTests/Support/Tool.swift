import Foundation
import Testing

/// A finished process.
struct Run {
  let status: Int32
  let output: Data
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines on standard error that are errors: all but the note on the device, warnings and progress.
  var errorLines: [Substring] {
    errors.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("vkfilter: warning:") }
  }
}

/// Programs that the tests run.
enum Tool {
  /// The executable under test, built beside the tests.
  static let vkfilter: URL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "vkfilter")

  /// Runs `vkfilter` with these words.
  static func vkfilter(
    _ words: String..., input: Data? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    try run(vkfilter, words, input: input, environment: environment)
  }

  /// Runs FFmpeg and asks it to succeed.
  @discardableResult
  static func ffmpeg(_ words: String..., input: Data? = nil) throws -> Run {
    let run = try run(
      URL(filePath: "/usr/bin/ffmpeg"), ["-nostdin", "-loglevel", "error", "-y"] + words,
      input: input)
    try #require(run.status == 0, "ffmpeg \(words.joined(separator: " ")): \(run.errors)")
    return run
  }

  /// Runs ffprobe with CSV output without section names: one line an entry.
  static func ffprobe(_ words: String...) throws -> [String] { try ffprobe(words) }

  static func ffprobe(_ words: [String]) throws -> [String] {
    let run = try run(
      URL(filePath: "/usr/bin/ffprobe"), ["-loglevel", "error", "-of", "csv=p=0"] + words)
    try #require(run.status == 0, "ffprobe \(words.joined(separator: " ")): \(run.errors)")
    return run.text.split(separator: "\n").map(String.init)
  }

  /// Runs a program to its end.
  static func run(
    _ program: URL, _ words: [String], input: Data? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    let process = try start(program, words, environment: environment)
    return try process.finish(input: input)
  }

  /// Starts a program.
  static func start(
    _ program: URL, _ words: [String], environment: [String: String] = [:]
  ) throws -> RunningTool {
    try RunningTool(program, words, environment: environment)
  }
}

/// A process whose output goes to files, so that nothing can block on a full pipe.
final class RunningTool {
  let process = Process()
  private let folder: ScratchFolder
  private let pipe = Pipe()

  /// Starts a program, in the folder `place` or in the tests' own.
  init(
    _ program: URL, _ words: [String], environment: [String: String], in place: URL? = nil
  ) throws {
    folder = try ScratchFolder()
    let (output, errors) = (folder["stdout"], folder["stderr"])
    try Data().write(to: output)
    try Data().write(to: errors)
    process.executableURL = program
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let place { process.currentDirectoryURL = place }
    process.standardInput = pipe
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  /// What standard error holds so far.
  var errors: String { (try? String(contentsOf: folder["stderr"], encoding: .utf8)) ?? "" }

  /// Writes to the process's standard input and leaves it open.
  func write(_ data: Data) throws { try pipe.fileHandleForWriting.write(contentsOf: data) }

  /// Waits until standard error holds `text`.
  func wait(for text: String, seconds: Int) throws {
    for _ in 0..<(seconds * 20) {
      if errors.contains(text) { return }
      if !process.isRunning { break }
      usleep(50_000)
    }
    let said = errors
    if process.isRunning { process.terminate() }
    try #require(said.contains(text), "'\(text)' never came; standard error: \(said)")
  }

  /// Waits for the end with the standard input still open; a process that outstays `seconds` is killed.
  func end(within seconds: Int) throws -> Int32 {
    for _ in 0..<(seconds * 20) where process.isRunning { usleep(50_000) }
    let isLate = process.isRunning
    if isLate { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try #require(!isLate, "the process did not end within \(seconds) s")
    return process.terminationStatus
  }

  /// Gives the process its input and waits for its end.
  func finish(input: Data? = nil) throws -> Run {
    // A process that ends before it has read all its input is no fault here.
    if let input { try? pipe.fileHandleForWriting.write(contentsOf: input) }
    try? pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    let signalled = process.terminationReason == .uncaughtSignal
    return Run(
      status: signalled ? 128 + process.terminationStatus : process.terminationStatus,
      output: try Data(contentsOf: folder["stdout"]), errors: errors)
  }
}

/// A folder that is gone when the test is.
final class ScratchFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "vkfilter-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The file of that name in the folder.
  subscript(name: String) -> URL { url.appending(path: name) }
  /// The path of the file of that name.
  func path(_ name: String) -> String { self[name].path(percentEncoded: false) }
  /// The names of what is in the folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? [])
      .sorted()
  }
}
