/// What went wrong with a window.
public struct PreviewError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; an open set.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public let rawValue: String
    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// SDL 2, which opens windows, is not installed.
    public static let noLibrary = Code(rawValue: "noLibrary")
    /// There is no display to open a window on.
    public static let noDisplay = Code(rawValue: "noDisplay")
    /// The display does not give the window.
    public static let noWindow = Code(rawValue: "noWindow")
    /// There is no device to play sound.
    public static let noSound = Code(rawValue: "noSound")
  }

  /// The kind of fault.
  public let code: Code
  /// What was being done.
  public let operation: String
  /// What is wrong and what to do, in one line.
  public let detail: String
  /// What led to it.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ operation: String, _ detail: String, cause: (any Error)? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.cause = cause
  }

  /// `OPERATION: DETAIL`.
  public var description: String { "\(operation): \(detail)" }
}
