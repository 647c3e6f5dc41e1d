internal import CFFmpeg
internal import Glibc
internal import VKPipeline

/// What went wrong with a file, a stream or a codec.
public struct MediaError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; an open set.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public let rawValue: String
    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An option that cannot be, or that nothing takes.
    public static let usage = Code(rawValue: "usage")
    /// The input does not exist.
    public static let noInput = Code(rawValue: "noInput")
    /// The input can be read but holds no moving or still picture.
    public static let notAVideo = Code(rawValue: "notAVideo")
    /// The input is not what it says, or is damaged beyond reading.
    public static let invalidData = Code(rawValue: "invalidData")
    /// FFmpeg here has no decoder, demuxer or protocol for the input.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The output cannot be made: its folder is missing, or its name says no format.
    public static let cannotCreate = Code(rawValue: "cannotCreate")
    /// The output exists and may not be overwritten.
    public static let exists = Code(rawValue: "exists")
    /// The output is one of the inputs.
    public static let sameFile = Code(rawValue: "sameFile")
    /// FFmpeg here has no such encoder.
    public static let noEncoder = Code(rawValue: "noEncoder")
    /// The encoder does not take these pictures or options.
    public static let encoderRefused = Code(rawValue: "encoderRefused")
    /// Reading or writing failed.
    public static let io = Code(rawValue: "io")
    /// The file system does not allow it.
    public static let permission = Code(rawValue: "permission")
    /// The stream ended without a single frame.
    public static let noFrames = Code(rawValue: "noFrames")
    /// Stopped before it was complete.
    public static let stopped = Code(rawValue: "stopped")
    /// The other side of a network is gone.
    public static let lost = Code(rawValue: "lost")
    /// The other side does not answer or does not take what it gets.
    public static let timeout = Code(rawValue: "timeout")
    /// Memory ran out.
    public static let outOfMemory = Code(rawValue: "outOfMemory")
  }

  /// The kind of fault.
  public let code: Code
  /// What was being done: `open in.mp4`.
  public let operation: String
  /// What is wrong and what to do, in one line.
  public let detail: String
  /// FFmpeg's own error number, 0 when it had no part in it.
  public let status: Int32
  /// What led to it.
  public let cause: (any Error)?

  /// Makes an error.
  public init(
    _ code: Code, _ operation: String, _ detail: String, status: Int32 = 0,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.operation = redacted(operation)
    self.detail = redacted(detail)
    self.status = status
    self.cause = cause
  }

  /// `OPERATION: DETAIL`.
  public var description: String { "\(operation): \(detail)" }

  /// Makes an error from FFmpeg's error number; the number may name a better code than `fallback`.
  init(
    status: Int32, _ operation: String, else fallback: Code, hint: String = "",
    cause: (any Error)? = nil
  ) {
    let logged = String(cString: cff_last_log_error())
    var detail = statusText(status)
    if !logged.isEmpty { detail += " (\(logged))" }
    if !hint.isEmpty { detail += "; \(hint)" }
    self.init(
      Self.code(for: status) ?? fallback, operation, detail, status: status, cause: cause)
  }

  /// The error of a connection that is gone.
  init(status: Int32, lost operation: String) {
    self.init(
      .lost, operation, MediaError(status: status, operation, else: .io).detail, status: status)
  }

  private static func code(for status: Int32) -> Code? {
    switch status {
    case cff_error(ENOENT), cff_error_http_not_found: .noInput
    case cff_error(EISDIR), cff_error(ENOTDIR): .noInput
    case cff_error(EACCES), cff_error(EPERM), cff_error(EROFS): .permission
    case cff_error(ENOMEM): .outOfMemory
    case cff_error(EIO), cff_error(ENOSPC), cff_error(EPIPE), cff_error(EDQUOT): .io
    case cff_error_invalid_data: .invalidData
    case cff_error_decoder_not_found, cff_error_demuxer_not_found,
      cff_error_protocol_not_found:
      .unsupported
    case cff_error_option_not_found: .usage
    case cff_error_exit: .stopped
    default: nil
    }
  }
}

extension MediaError: SourceInterruption {
  /// Whether what was read before is whole: of a live stream whose other side is gone.
  package var keepsWhatCame: Bool { code == .timeout || code == .lost }
}

/// Keeps a text out of FFmpeg's messages and of errors, from now on.
///
/// Thread-safe.
package func hide(_ secret: String) { cff_hide(secret) }

/// A text with stars for all that is hidden.
package func redacted(_ text: String) -> String {
  var bytes = Array(text.utf8CString)
  cff_redact(&bytes)
  return bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
}

/// What FFmpeg calls an error number.
func statusText(_ status: Int32) -> String {
  var text = [CChar](repeating: 0, count: 128)
  av_strerror(status, &text, text.count)
  return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
}

/// Turns FFmpeg's negative result into an error.
@discardableResult
func check(
  _ status: Int32, _ operation: @autoclosure () -> String, else fallback: MediaError.Code = .io
) throws -> Int32 {
  guard status < 0 else { return status }
  throw MediaError(status: status, operation(), else: fallback)
}

/// The value of a pointer that FFmpeg gives nil for when memory runs out.
func allocated<Value>(_ value: Value?, _ what: String) throws -> Value {
  guard let value else {
    throw MediaError(.outOfMemory, "allocate \(what)", "no memory is left")
  }
  return value
}
