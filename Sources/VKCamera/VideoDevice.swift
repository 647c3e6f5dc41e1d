internal import VKCore

/// Who a device is and what it can do.
struct DeviceIdentity: Sendable {
  var driver = ""
  var card = ""
  var bus = ""
  var capabilities: UInt32 = 0
}

/// A driver's format, asked for or set.
struct DeviceFormat: Sendable, Equatable {
  /// A piece of memory that a picture, or a plane of it, lies in.
  struct Plane: Sendable, Equatable {
    var bytesPerRow: Int
    var length: Int
  }

  var fourCC: FourCC
  var size: Size
  /// `V4L2_FIELD_*`.
  var field: UInt32 = 0
  var colors = DeviceColors()
  var planes: [Plane] = []
}

/// `v4l2_colorspace`, `v4l2_xfer_func`, `v4l2_ycbcr_encoding`, `v4l2_quantization`; 0 is the default of the first.
struct DeviceColors: Sendable, Equatable {
  var space: UInt32 = 0
  var transfer: UInt32 = 0
  var encoding: UInt32 = 0
  var quantization: UInt32 = 0
}

/// Seconds as a ratio, as drivers say how long a frame lasts.
struct DeviceInterval: Sendable, Equatable {
  var numerator: UInt32
  var denominator: UInt32
  var seconds: Double { Double(numerator) / Double(max(denominator, 1)) }
  /// Frames a second; nil when nothing is said.
  var rate: (Int32, Int32)? {
    guard let a = Int32(exactly: denominator), let b = Int32(exactly: numerator), a > 0, b > 0
    else { return nil }
    return (a, b)
  }
}

/// One value, or all from a minimum to a maximum in steps; a step of nil means that all between can be.
struct DeviceRange<Value: Sendable>: Sendable {
  var minimum: Value
  var maximum: Value
  var step: Value?
  var isSingle: Bool
}

/// Who owns the memory of buffers.
enum BufferMemory: UInt32, Sendable {
  /// The driver; the program maps it.
  case mapped = 1
  /// The program.
  case own = 2
}

/// A buffer that came back from the driver.
struct FilledBuffer: Sendable {
  var index = 0
  var sequence: UInt32 = 0
  var isDamaged = false
  /// `V4L2_FIELD_*`.
  var field: UInt32 = 0
  /// Microseconds of the driver's clock; nil when it tells none that goes by the monotonic one.
  var time: Int64?
  /// Bytes in each plane and where they begin.
  var planes: [(start: Int, count: Int)] = []
}

/// What a driver tells of a control.
struct DeviceControl: Sendable {
  var identifier: UInt32
  /// `V4L2_CTRL_TYPE_*`.
  var kind: UInt32
  var flags: UInt32
  var name: String
  var minimum: Int64
  var maximum: Int64
  var step: Int64
  var initial: Int64
}

/// The calls to a video device: the kernel's, or a stand-in's in tests.
///
/// Thread-safe. A call that is refused throws the system's error number; lists end with nil.
protocol VideoDevice: AnyObject, Sendable {
  /// The number of the open file; -1 for a stand-in.
  var descriptor: Int32 { get }
  func identity() throws(DeviceFailure) -> DeviceIdentity
  func format(at index: Int) -> (fourCC: FourCC, isEmulated: Bool, name: String)?
  func size(of fourCC: FourCC, at index: Int) -> DeviceRange<Size>?
  func interval(of fourCC: FourCC, _ size: Size, at index: Int) -> DeviceRange<DeviceInterval>?
  func currentFormat() throws(DeviceFailure) -> DeviceFormat
  /// Asks for a format; gives what the driver has set.
  func setFormat(_ format: DeviceFormat) throws(DeviceFailure) -> DeviceFormat
  func currentInterval() -> DeviceInterval?
  /// Asks for an interval; gives what the driver has set, nil when it knows none.
  func setInterval(_ interval: DeviceInterval) throws(DeviceFailure) -> DeviceInterval?
  /// Asks for buffers; gives how many there are.
  func requestBuffers(_ count: Int, _ memory: BufferMemory) throws(DeviceFailure) -> Int
  /// Where the driver's memory for a buffer is to be mapped from.
  func places(of index: Int, planes: Int) throws(DeviceFailure) -> [(offset: UInt64, length: Int)]
  /// A file descriptor of the driver's memory for a buffer in one piece, as a dma-buf; it is the caller's.
  func share(_ index: Int) throws(DeviceFailure) -> Int32
  /// Maps a plane's memory, at `address` where that can be.
  func map(_ offset: UInt64, length: Int, at address: UnsafeMutableRawPointer?)
    throws(DeviceFailure) -> UnsafeMutableRawPointer
  /// Gives a buffer to the driver to be filled; `planes` is its memory where it is the program's.
  func queue(_ index: Int, _ memory: BufferMemory, planes: [UnsafeMutableRawBufferPointer])
    throws(DeviceFailure)
  func queue(_ index: Int, planeCount: Int) throws(DeviceFailure)
  /// Takes a filled buffer; nil when there is none yet.
  func dequeue(_ memory: BufferMemory, planeCount: Int) throws(DeviceFailure) -> FilledBuffer?
  func startStreaming() throws(DeviceFailure)
  func stopStreaming() throws(DeviceFailure)
  /// Waits for a frame, an error or `wake`; false when nothing came for so many seconds.
  func wait(wake: Int32, seconds: Double) throws(DeviceFailure) -> Bool
  func control(after identifier: UInt32) -> DeviceControl?
  func menuEntry(of control: UInt32, at index: Int, kind: UInt32) -> String?
  func value(of control: UInt32, kind: UInt32) throws(DeviceFailure) -> Int64
  func setValue(_ value: Int64, of control: UInt32, kind: UInt32) throws(DeviceFailure)
}
