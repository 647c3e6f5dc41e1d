/// What is wrong with a benchmark that was asked for, or with one that was kept.
package struct BenchmarkError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; an open set.
  package struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    package let rawValue: String
    /// Makes a code.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// An option or its value is wrong.
    package static let usage = Code(rawValue: "usage")
    /// A report that is not there or may not be read.
    package static let noInput = Code(rawValue: "noInput")
    /// A file that is no report, or one of another version.
    package static let badData = Code(rawValue: "badData")
    /// An output that cannot be made.
    package static let cannotCreate = Code(rawValue: "cannotCreate")
    /// The device failed before all was measured.
    package static let incomplete = Code(rawValue: "incomplete")
    /// Something became slower.
    package static let regression = Code(rawValue: "regression")
  }

  /// The kind of fault.
  package let code: Code
  /// What was being done.
  package let operation: String
  /// What is wrong and what to do next, in one line.
  package let detail: String

  /// Makes an error.
  package init(_ code: Code, _ operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  /// The exit status that says it, by sysexits.h; 1 for what became slower.
  package var exitStatus: Int32 {
    switch code {
    case .usage: 64
    case .badData: 65
    case .noInput: 66
    case .incomplete: 69
    case .cannotCreate: 73
    case .regression: 1
    default: 70
    }
  }

  /// The detail, after what was being done.
  package var description: String { "\(operation): \(detail)" }
}
