/// What ends a command: one line for a person and an exit code of sysexits.
struct Failure: Error, Sendable {
  /// The exit codes of sysexits.h that are used here.
  enum Code: Int32, Sendable {
    /// The command was used wrongly.
    case usage = 64
    /// The input's data is bad.
    case badData = 65
    /// The input is missing or cannot be read.
    case noInput = 66
    /// A device or a library is missing.
    case unavailable = 69
    /// A fault of the program.
    case software = 70
    /// The output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// Not allowed.
    case noPermission = 77
  }

  /// The exit code.
  let code: Code
  /// What went wrong and what to do, in one line.
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static func usage(_ message: String) -> Failure { Failure(.usage, message) }
}
