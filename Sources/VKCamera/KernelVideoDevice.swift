internal import CV4L2
internal import Glibc
internal import VKCore

/// A device node of the kernel.
///
/// Thread-safe: the kernel guards itself.
final class KernelVideoDevice: VideoDevice {
  let descriptor: Int32
  /// `V4L2_BUF_TYPE_*` of the node.
  private let type: UInt32

  /// Opens a node that captures.
  ///
  /// - Throws: `DeviceFailure`; `ENOTTY` when it is something else.
  init(_ path: String) throws(DeviceFailure) {
    let descriptor = cv4l2_open(path)
    guard descriptor >= 0 else { throw DeviceFailure(call: "open", status: -descriptor) }
    self.descriptor = descriptor
    var identity = cv4l2_identity()
    let status = cv4l2_identify(descriptor, &identity)
    let single = identity.capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0
    let multiple = identity.capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0
    let streams = identity.capabilities & UInt32(V4L2_CAP_STREAMING) != 0
    type =
      multiple && !single
      ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    guard status >= 0 else {
      throw DeviceFailure(call: "open", status: status == -EINVAL ? ENOTTY : -status)
    }
    guard single || multiple, streams else { throw DeviceFailure(call: "open", status: ENOTTY) }
  }

  // Runs too when the initialiser throws once all is set.
  deinit { close(descriptor) }

  private func check(_ status: Int32, _ call: String) throws(DeviceFailure) {
    if status < 0 { throw DeviceFailure(call: call, status: -status) }
  }

  func identity() throws(DeviceFailure) -> DeviceIdentity {
    var identity = cv4l2_identity()
    try check(cv4l2_identify(descriptor, &identity), "ask")
    return DeviceIdentity(
      driver: text(identity.driver), card: text(identity.card), bus: text(identity.bus),
      capabilities: identity.capabilities)
  }

  // MARK: Formats

  func format(at index: Int) -> (fourCC: FourCC, isEmulated: Bool, name: String)? {
    var (fourCC, flags) = (UInt32(0), UInt32(0))
    var name = [CChar](repeating: 0, count: 33)
    guard cv4l2_format_at(descriptor, type, UInt32(index), &fourCC, &flags, &name) >= 0 else {
      return nil
    }
    return (
      FourCC(rawValue: fourCC), flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0, text(name)
    )
  }

  func size(of fourCC: FourCC, at index: Int) -> DeviceRange<Size>? {
    var range = cv4l2_range()
    guard cv4l2_size_at(descriptor, fourCC.rawValue, UInt32(index), &range) >= 0 else { return nil }
    let step = Size(Int(range.step.0), Int(range.step.1))
    return DeviceRange(
      minimum: Size(Int(range.min.0), Int(range.min.1)),
      maximum: Size(Int(range.max.0), Int(range.max.1)), step: step, isSingle: range.kind == 1)
  }

  func interval(of fourCC: FourCC, _ size: Size, at index: Int) -> DeviceRange<DeviceInterval>? {
    var range = cv4l2_range()
    let status = cv4l2_interval_at(
      descriptor, fourCC.rawValue, UInt32(size.width), UInt32(size.height), UInt32(index), &range)
    guard status >= 0 else { return nil }
    let step = DeviceInterval(numerator: range.step.0, denominator: range.step.1)
    return DeviceRange(
      minimum: DeviceInterval(numerator: range.min.0, denominator: range.min.1),
      maximum: DeviceInterval(numerator: range.max.0, denominator: range.max.1),
      step: range.kind == 3 ? step : nil, isSingle: range.kind == 1)
  }

  func currentFormat() throws(DeviceFailure) -> DeviceFormat {
    var format = cv4l2_format()
    try check(cv4l2_get_format(descriptor, type, &format), "ask")
    return DeviceFormat(format)
  }

  func setFormat(_ wanted: DeviceFormat) throws(DeviceFailure) -> DeviceFormat {
    var format = cv4l2_format()
    format.fourcc = wanted.fourCC.rawValue
    format.width = UInt32(wanted.size.width)
    format.height = UInt32(wanted.size.height)
    format.field = wanted.field
    try check(cv4l2_set_format(descriptor, type, &format), "set up")
    return DeviceFormat(format)
  }

  func currentInterval() -> DeviceInterval? {
    var (numerator, denominator) = (UInt32(0), UInt32(0))
    guard cv4l2_get_interval(descriptor, type, &numerator, &denominator) >= 0, denominator > 0
    else { return nil }
    return DeviceInterval(numerator: numerator, denominator: denominator)
  }

  func setInterval(_ interval: DeviceInterval) throws(DeviceFailure) -> DeviceInterval? {
    var (numerator, denominator) = (interval.numerator, interval.denominator)
    let status = cv4l2_set_interval(descriptor, type, &numerator, &denominator)
    if status == -ENOTTY || status == -EINVAL { return nil }
    try check(status, "set the rate of")
    return DeviceInterval(numerator: numerator, denominator: denominator)
  }

  // MARK: Buffers

  func requestBuffers(_ count: Int, _ memory: BufferMemory) throws(DeviceFailure) -> Int {
    var number = UInt32(count)
    try check(cv4l2_request(descriptor, type, memory.rawValue, &number), "take buffers of")
    return Int(number)
  }

  func places(
    of index: Int, planes: Int
  ) throws(DeviceFailure) -> [(offset: UInt64, length: Int)] {
    var places = cv4l2_places()
    let status = cv4l2_place(descriptor, type, UInt32(index), UInt32(planes), &places)
    try check(status, "find the buffers of")
    let offsets = values(places.offset, as: UInt64.self)
    let lengths = values(places.length, as: UInt32.self)
    return (0..<planes).map { (offsets[$0], Int(lengths[$0])) }
  }

  func share(_ index: Int) throws(DeviceFailure) -> Int32 {
    let shared = cv4l2_export(descriptor, type, UInt32(index))
    try check(shared, "share the buffers of")
    return shared
  }

  func map(
    _ offset: UInt64, length: Int, at address: UnsafeMutableRawPointer?
  ) throws(DeviceFailure) -> UnsafeMutableRawPointer {
    let flags = MAP_SHARED | (address == nil ? 0 : MAP_FIXED)
    let mapped = mmap(
      address, length, PROT_READ | PROT_WRITE, flags, descriptor, off_t(Int64(bitPattern: offset)))
    guard let mapped, mapped != MAP_FAILED else {
      throw DeviceFailure(call: "map the buffers of", status: errno)
    }
    return mapped
  }

  func queue(
    _ index: Int, _ memory: BufferMemory, planes: [UnsafeMutableRawBufferPointer]
  ) throws(DeviceFailure) {
    let starts = planes.map(\.baseAddress)
    let lengths = planes.map { UInt32(clamping: $0.count) }
    let status = cv4l2_queue(
      descriptor, type, memory.rawValue, UInt32(index), UInt32(planes.count), starts, lengths)
    try check(status, "give buffers to")
  }

  func queue(_ index: Int, planeCount: Int) throws(DeviceFailure) {
    let status = cv4l2_queue(
      descriptor, type, BufferMemory.mapped.rawValue, UInt32(index), UInt32(planeCount), nil, nil)
    try check(status, "give buffers to")
  }

  func dequeue(
    _ memory: BufferMemory, planeCount: Int
  ) throws(DeviceFailure) -> FilledBuffer? {
    var filled = cv4l2_filled()
    let status = cv4l2_dequeue(descriptor, type, memory.rawValue, &filled)
    if status == -EAGAIN { return nil }
    try check(status, "read")
    let counts = values(filled.bytes, as: UInt32.self)
    let starts = values(filled.start, as: UInt32.self)
    let clock = filled.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
    let isMonotonic = clock == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    return FilledBuffer(
      index: Int(filled.index), sequence: filled.sequence,
      isDamaged: filled.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0, field: filled.field,
      time: isMonotonic ? filled.seconds &* 1_000_000 &+ filled.microseconds : nil,
      planes: (0..<planeCount).map { (Int(starts[$0]), Int(counts[$0])) })
  }

  func startStreaming() throws(DeviceFailure) { try check(cv4l2_start(descriptor, type), "start") }
  func stopStreaming() throws(DeviceFailure) { try check(cv4l2_stop(descriptor, type), "stop") }

  func wait(wake: Int32, seconds: Double) throws(DeviceFailure) -> Bool {
    let status = cv4l2_wait(descriptor, wake, Int32((seconds * 1000).rounded(.up)))
    try check(status, "wait for")
    return status > 0
  }

  // MARK: Controls

  func control(after identifier: UInt32) -> DeviceControl? {
    var control = cv4l2_control()
    guard cv4l2_next_control(descriptor, identifier, &control) >= 0 else { return nil }
    return DeviceControl(
      identifier: control.identifier, kind: control.kind, flags: control.flags,
      name: text(control.name), minimum: control.minimum, maximum: control.maximum,
      step: control.step, initial: control.initial)
  }

  func menuEntry(of control: UInt32, at index: Int, kind: UInt32) -> String? {
    var name = [CChar](repeating: 0, count: 33)
    guard cv4l2_menu_at(descriptor, control, UInt32(index), kind, &name) >= 0 else { return nil }
    return text(name)
  }

  func value(of control: UInt32, kind: UInt32) throws(DeviceFailure) -> Int64 {
    var value: Int64 = 0
    try check(cv4l2_get_control(descriptor, control, kind, &value), "read a control of")
    return value
  }

  func setValue(_ value: Int64, of control: UInt32, kind: UInt32) throws(DeviceFailure) {
    try check(cv4l2_set_control(descriptor, control, kind, value), "set a control of")
  }
}

extension DeviceFormat {
  fileprivate init(_ format: cv4l2_format) {
    let rows = values(format.bytes_per_row, as: UInt32.self)
    let lengths = values(format.size, as: UInt32.self)
    self.init(
      fourCC: FourCC(rawValue: format.fourcc), size: Size(Int(format.width), Int(format.height)),
      field: format.field,
      colors: DeviceColors(
        space: format.colorspace, transfer: format.transfer, encoding: format.encoding,
        quantization: format.quantization),
      planes: (0..<Int(format.plane_count)).map {
        Plane(bytesPerRow: Int(rows[$0]), length: Int(lengths[$0]))
      })
  }
}

/// The elements of a C array, which Swift sees as a tuple.
private func values<Tuple, Element: BitwiseCopyable>(
  _ tuple: Tuple, as element: Element.Type
) -> [Element] {
  withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: element)) }
}

/// The text of a C array of characters that ends in a zero.
private func text<Tuple>(_ tuple: Tuple) -> String {
  withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

private func text(_ characters: [CChar]) -> String {
  String(
    decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
