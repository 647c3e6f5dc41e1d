/// What is wrong with a filter, a chain, a parameter or a picture.
public struct FilterError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; an open set.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public let rawValue: String
    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// No filter of that name.
    public static let unknownFilter = Code(rawValue: "unknownFilter")
    /// No parameter of that name.
    public static let unknownParameter = Code(rawValue: "unknownParameter")
    /// A value that cannot be read or is out of range.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// A chain's text cannot be read.
    public static let syntax = Code(rawValue: "syntax")
    /// A picture size that cannot be.
    public static let invalidSize = Code(rawValue: "invalidSize")
    /// A file named by a parameter that cannot be read or understood.
    public static let invalidFile = Code(rawValue: "invalidFile")
    /// A kernel that does not compile.
    public static let kernel = Code(rawValue: "kernel")
    /// A chain that needs another number of inputs.
    public static let inputs = Code(rawValue: "inputs")
  }

  /// The kind of fault.
  public let code: Code
  /// What is wrong and what to do, in one line.
  public let detail: String
  /// What led to it.
  public let cause: (any Error)?

  /// Makes an error; line ends in `detail`, as in a file's name, become spaces.
  public init(_ code: Code, _ detail: String, cause: (any Error)? = nil) {
    self.code = code
    self.detail = String(detail.map { $0.isNewline ? " " : $0 })
    self.cause = cause
  }

  /// The detail.
  public var description: String { detail }
}
