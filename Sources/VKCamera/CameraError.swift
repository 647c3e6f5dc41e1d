internal import Glibc
internal import VKPipeline

/// What went wrong with a camera.
public struct CameraError: Error, Sendable, CustomStringConvertible {
  /// The kind of fault; an open set.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public let rawValue: String
    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no such device.
    public static let notFound = Code(rawValue: "notFound")
    /// The path is something else, or a device that does not capture.
    public static let notACamera = Code(rawValue: "notACamera")
    /// The file system does not allow it.
    public static let permission = Code(rawValue: "permission")
    /// Another program has the camera.
    public static let busy = Code(rawValue: "busy")
    /// The bus has no room for the pictures.
    public static let bandwidth = Code(rawValue: "bandwidth")
    /// The device went away.
    public static let disconnected = Code(rawValue: "disconnected")
    /// The device is there but sends nothing.
    public static let timeout = Code(rawValue: "timeout")
    /// The camera has no format, size or control like that.
    public static let unsupported = Code(rawValue: "unsupported")
    /// The driver refused a call or failed.
    public static let io = Code(rawValue: "io")
    /// The camera does not run.
    public static let notRunning = Code(rawValue: "notRunning")
  }

  /// The kind of fault.
  public let code: Code
  /// What was being done: `open /dev/video0`.
  public let operation: String
  /// What is wrong and what to do, in one line.
  public let detail: String
  /// The system's error number, 0 when it had no part in it.
  public let status: Int32

  /// Makes an error.
  public init(_ code: Code, _ operation: String, _ detail: String, status: Int32 = 0) {
    self.code = code
    self.operation = operation
    self.detail = detail
    self.status = status
  }

  /// `OPERATION: DETAIL`.
  public var description: String { "\(operation): \(detail)" }
}

/// A camera that is lost ends its stream; what came before is whole.
extension CameraError: SourceInterruption {}

/// A call that a driver refused.
struct DeviceFailure: Error {
  /// The call, as a person would say it.
  let call: String
  /// The system's error number.
  let status: Int32
}

extension CameraError {
  /// The error that a refused call on a device stands for.
  init(_ failure: DeviceFailure, on path: String) {
    let operation = "\(failure.call) \(path)"
    let text = String(cString: strerror(failure.status))
    let (code, detail): (Code, String) =
      switch failure.status {
      case EACCES, EPERM:
        (
          .permission,
          "permission denied; add yourself to the group video (sudo usermod -aG video $USER) and log in again"
        )
      case ENOENT, ENXIO: (.notFound, "no such device; 'vkfilter cameras' lists those there are")
      case EBUSY: (.busy, "the camera is busy: in use by another program")
      case ENOSPC:
        (
          .bandwidth,
          "the USB bus has not enough bandwidth left; try MJPEG, a smaller size or rate, or another port"
        )
      case ENODEV: (.disconnected, "the camera was disconnected")
      case ENOTTY: (.notACamera, "this is not a capture device")
      default: (.io, text)
      }
    self.init(code, operation, detail, status: failure.status)
  }
}
