internal import Glibc
public import VKCore

/// A camera of the system and what it offers.
public struct CameraDescription: Sendable, CustomStringConvertible {
  /// A size and the rates at which it comes.
  public struct Mode: Sendable {
    /// The smallest size; the only one where `maximum` is the same.
    public let minimum: Size
    /// The largest size.
    public let maximum: Size
    /// Frames a second, the fastest first; of a range the ends.
    public let rates: [Double]
  }

  /// A format and its sizes.
  public struct Format: Sendable {
    /// The driver's short name.
    public let fourCC: FourCC
    /// The driver's name.
    public let title: String
    /// The engine's format; nil for compressed ones and those that are not read.
    public let pixelFormat: PixelFormat?
    /// Whether the format is read.
    public let isReadable: Bool
    /// The sizes.
    public let modes: [Mode]
  }

  /// The number N of `/dev/videoN`; nil for other paths.
  public let index: Int?
  /// The path of the device.
  public let path: String
  /// The model.
  public let name: String
  /// The driver.
  public let driver: String
  /// Where it is plugged in.
  public let bus: String
  /// Where it looks, when its driver tells.
  public let position: Camera.Position?
  /// The formats.
  public let formats: [Format]
  /// The controls.
  public let controls: [CameraControl]
  /// Why it cannot be used; nil when it can.
  public let problem: String?

  /// `PATH: NAME`.
  public var description: String { "\(path): \(name)" }
}

extension CameraDescription {
  /// The capture devices of the system by their numbers; what is in `/dev` and does not capture is left out.
  static var all: [CameraDescription] {
    (namesInFolder("/dev") ?? []).compactMap(number).sorted().compactMap { index in
      let path = "/dev/video\(index)"
      do throws(DeviceFailure) {
        return CameraDescription(try KernelVideoDevice(path), path: path)
      } catch {
        guard error.status != ENOTTY else { return nil }
        return CameraDescription(path: path, problem: CameraError(error, on: path).detail)
      }
    }
  }

  /// The number of a name like `video0`.
  private static func number(of name: String) -> Int? {
    name.hasPrefix("video") ? Int(name.dropFirst(5)).flatMap { $0 >= 0 ? $0 : nil } : nil
  }

  private static func index(of path: String) -> Int? {
    path.hasPrefix("/dev/") ? number(of: String(path.dropFirst(5))) : nil
  }

  private init(path: String, problem: String) {
    self.path = path
    self.problem = problem
    index = Self.index(of: path)
    (name, driver, bus, position, formats, controls) = ("", "", "", nil, [], [])
  }

  init(_ device: some VideoDevice, path: String) {
    let identity = try? device.identity()
    self.path = path
    index = Self.index(of: path)
    name = identity?.card ?? ""
    driver = identity?.driver ?? ""
    bus = identity?.bus ?? ""
    controls = CameraControl.all(of: device)
    position = Camera.Position(of: device)
    var formats: [Format] = []
    while formats.count < 256, let entry = device.format(at: formats.count) {
      let known = CameraFormat.named(entry.fourCC)
      formats.append(
        Format(
          fourCC: entry.fourCC, title: entry.name, pixelFormat: known?.pixelFormat,
          isReadable: known != nil, modes: Self.modes(of: device, entry.fourCC)))
    }
    self.formats = formats
    problem = Self.problem(of: device, formats)
  }

  private static func problem(of device: some VideoDevice, _ formats: [Format]) -> String? {
    // A device that streams for somebody else refuses even to give up no buffers.
    do throws(DeviceFailure) { _ = try device.requestBuffers(0, .mapped) } catch {
      if error.status == EBUSY { return "busy: in use by another program" }
    }
    guard !formats.contains(where: \.isReadable) else { return nil }
    return formats.isEmpty ? "it offers no format" : "none of its formats is read"
  }

  private static func modes(of device: some VideoDevice, _ fourCC: FourCC) -> [Mode] {
    var modes: [Mode] = []
    while modes.count < 256, let range = device.size(of: fourCC, at: modes.count) {
      modes.append(
        Mode(
          minimum: range.minimum, maximum: range.maximum,
          rates: rates(of: device, fourCC, range.maximum)))
    }
    return modes
  }

  private static func rates(
    of device: some VideoDevice, _ fourCC: FourCC, _ size: Size
  ) -> [Double] {
    var rates: [Double] = []
    for index in 0..<256 {
      guard let range = device.interval(of: fourCC, size, at: index) else { break }
      rates.append(1 / max(range.minimum.seconds, 1e-9))
      if !range.isSingle { rates.append(1 / max(range.maximum.seconds, 1e-9)) }
    }
    return rates.sorted(by: >)
  }
}

extension Camera.Position {
  /// Where a device looks, by its driver's control for that (V4L2_CID_CAMERA_ORIENTATION); nil when there is none.
  init?(of device: some VideoDevice) {
    guard let value = try? device.value(of: 0x009a_0922, kind: 3) else { return nil }
    switch value {
    case 0: self = .front
    case 1: self = .back
    case 2: self = .external
    default: return nil
    }
  }
}

extension Orientation {
  /// How a device's pictures must be turned because of how its sensor is built in (V4L2_CID_CAMERA_SENSOR_ROTATION,
  /// degrees counter-clockwise); upright where it does not say.
  init(sensorOf device: some VideoDevice) {
    let degrees = (try? device.value(of: 0x009a_0923, kind: 1)) ?? 0
    self.init(quarterTurns: -Int(degrees / 90))
  }
}
