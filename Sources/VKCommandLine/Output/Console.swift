import Glibc
import VKCore

/// What is said to a person, on standard error; data goes to standard output through `printData`.
final class Console: Sendable {
  /// How much is said.
  enum Level: Int, Sendable, CaseIterable {
    case quiet, error, warning, info, debug
  }

  private struct State {
    var level = Level.info
    var progressLength = 0
    var warnings: [String] = []
    var notes: Set<String> = []
  }

  private let state = Locked(State())
  /// Whether standard error is a terminal.
  let isTerminal = isatty(STDERR_FILENO) == 1

  /// How much is said.
  var level: Level {
    get { state.withLock { $0.level } }
    set { state.withLock { $0.level = newValue } }
  }

  /// The warnings so far, said or not.
  var warnings: [String] { state.withLock { $0.warnings } }

  /// Says something once, however often it comes up.
  func note(_ message: String) {
    if state.withLock({ $0.notes.insert(message).inserted }) { info(message) }
  }

  func error(_ message: String) { say(message, at: .error, colour: "31") }
  func info(_ message: String) { say(message, at: .info) }
  func debug(_ message: String) { say(message, at: .debug) }

  func warning(_ message: String) {
    state.withLock { $0.warnings.append(message) }
    say("warning: \(message)", at: .warning, colour: "33")
  }

  /// Writes a line as it is, unless all is quiet.
  func report(_ line: String) {
    state.withLock { state in
      if state.level != .quiet { write(line + "\n") }
    }
  }

  /// Replaces the moving line at the bottom of a terminal; an empty text takes it away.
  func showProgress(_ text: String) {
    state.withLock { state in
      guard isTerminal, state.level.rawValue >= Level.info.rawValue else { return }
      let padding = String(repeating: " ", count: max(0, state.progressLength - text.count))
      write("\r\(text)\(padding)\(text.isEmpty ? "\r" : "")")
      state.progressLength = text.count
    }
  }

  private func say(_ message: String, at level: Level, colour: String? = nil) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    state.withLock { state in
      guard state.level.rawValue >= level.rawValue else { return }
      if state.progressLength > 0 {
        write("\r" + String(repeating: " ", count: state.progressLength) + "\r")
        state.progressLength = 0
      }
      if isTerminal, let colour {
        write("\u{1b}[\(colour)mvkfilter:\u{1b}[0m \(line)\n")
      } else {
        write("vkfilter: \(line)\n")
      }
    }
  }

  private func write(_ text: String) {
    // A closed standard error is no reason to stop.
    _ = try? writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}

/// The program's one console.
let console = Console()

/// Writes to standard output.
///
/// - Throws: `Failure` (input/output) when the reader is gone or the disk is full.
func printData(_ text: String) throws(Failure) {
  do { try writeAll(Array(text.utf8), to: STDOUT_FILENO) } catch {
    throw Failure(.inputOutput, "standard output: \(String(cString: strerror(error.code)))")
  }
}

/// An `errno`.
struct SystemError: Error {
  let code: Int32
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno == EINTR { continue }
      throw SystemError(code: errno)
    }
    rest = rest.dropFirst(count)
  }
}
