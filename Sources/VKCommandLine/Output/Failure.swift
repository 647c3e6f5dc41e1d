/// What ends a command: one line for a person and an exit code.
struct Failure: Error, Sendable {
  /// The exit codes: those of sysexits.h, and 1 for an answer that is no.
  enum Code: Int32, Sendable, CaseIterable {
    case regression = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    case noPermission = 77

    /// What it tells.
    var meaning: String {
      switch self {
      case .regression: "Something became slower (bench --compare)."
      case .usage: "The command was used wrongly."
      case .badData: "The input's data is bad."
      case .noInput: "The input is missing or cannot be read."
      case .unavailable: "A device, a driver or an encoder is missing."
      case .software: "A fault of the program."
      case .cannotCreate: "The output cannot be made."
      case .inputOutput: "Reading or writing failed."
      case .noPermission: "It is not allowed."
      }
    }
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
