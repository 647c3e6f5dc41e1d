/// What went wrong with a live stream.
public struct StreamError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of fault; an open set.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public let rawValue: String
    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The address, a name or an option cannot be.
    public static let usage = Code(rawValue: "usage")
    /// The file that would be written exists.
    public static let exists = Code(rawValue: "exists")
    /// Nobody answers at the address.
    public static let unreachable = Code(rawValue: "unreachable")
    /// The server does not let this user in.
    public static let unauthorized = Code(rawValue: "unauthorized")
    /// The server refuses for another reason.
    public static let refused = Code(rawValue: "refused")
    /// The name is being published by another.
    public static let nameInUse = Code(rawValue: "nameInUse")
    /// There is no stream of that name.
    public static let notFound = Code(rawValue: "notFound")
    /// The server or the network ended what had begun.
    public static let dropped = Code(rawValue: "dropped")
    /// The server does not answer in time.
    public static let timeout = Code(rawValue: "timeout")
    /// A library that is loaded when it is needed is not there.
    public static let missingLibrary = Code(rawValue: "missingLibrary")
    /// Both sides have no codec or no way in common.
    public static let incompatible = Code(rawValue: "incompatible")
    /// Pictures or sound could not be made or written.
    public static let media = Code(rawValue: "media")
  }

  /// The kind of fault.
  public let code: Code
  /// What was being done: `publish rtmp://server/live/cam`; never with a password in it.
  public let operation: String
  /// What is wrong and what to do, in one line.
  public let detail: String

  /// Makes an error.
  public init(_ code: Code, _ operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  /// `OPERATION: DETAIL`.
  public var description: String { "\(operation): \(detail)" }
}
