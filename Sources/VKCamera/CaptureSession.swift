internal import Glibc
internal import VKCore
internal import VKMedia

/// An open device with a format set: what a camera reads from until it is changed, stopped or lost.
///
/// One thread starts, reads and closes it; the device's controls may be used from any.
final class CaptureSession: Sendable {
  /// What came of waiting for a frame.
  enum Event {
    case picture(PixelBuffer, FilledBuffer)
    /// A frame that is no whole picture.
    case damaged(FilledBuffer)
    /// Nothing yet.
    case nothing
  }

  private struct State {
    var ring: (any CaptureRing)?
    var converter: (any FrameConverter)?
    var conversions = 0
    var isStreaming = false
  }

  /// Buffers with the driver: enough for a fifth of a second at 30 frames a second.
  private static let bufferCount = 6
  /// Buffers of the driver's own, of which some are out.
  private static let mappedBufferCount = 12

  let path: String
  let device: any VideoDevice
  let identity: DeviceIdentity?
  let format: CameraFormat
  /// What the driver has set.
  let setting: DeviceFormat
  let interval: DeviceInterval?
  /// How the driver says that the sensor is built in.
  let orientation: Orientation
  /// What differs from the wish, in words.
  let notes: [String]
  private let layout: CameraLayout
  private let color: ColorSpace
  private let state = Locked(State())

  var frameRate: (Int32, Int32)? { interval?.rate }
  var copies: Int { state.withLock { $0.conversions + ($0.ring?.copies ?? 0) } }
  /// Where frames lie while filters read them; nil before the stream begins.
  var place: Camera.FrameMemory? {
    state.withLock { $0.converter == nil ? $0.ring?.place : .engine }
  }

  /// What frames will be: of compressed pictures the usual.
  var pixelFormat: PixelFormat {
    switch format.content {
    case .pixels(let format): format
    case .compressed: .yuv422p
    case .converted(let name): PixelReader.format(for: name)
    case .foreign: CameraFormat.libraryFormat
    }
  }
  var colorSpace: ColorSpace { color }
  var fieldOrder: FieldOrder {
    FieldOrder(field: setting.field, isNTSC: setting.size.height == 480)
  }

  /// Sets a device up as near to the wish as it can.
  ///
  /// - Throws: `CameraError` when nothing that it offers is read, or the driver refuses.
  init(_ device: any VideoDevice, path: String, wish: ModeWish, notes: [String] = []) throws {
    self.device = device
    self.path = path
    orientation = Orientation(sensorOf: device)
    identity = try? device.identity()
    let found = try Self.negotiate(device, path: path, wish: wish)
    (format, setting, interval) = (found.format, found.setting, found.interval)
    let isSeparate = found.format.isSeparate
    let starts = isSeparate ? pageStarts(of: found.setting.planes.map(\.length)) : [0]
    layout =
      found.format.pixelFormat == nil
      ? try CameraLayout(compressed: found.setting)
      : try CameraLayout(found.setting, found.format, starts: starts)
    color = found.setting.colors.colorSpace(for: found.format.tagFormat)
    self.notes = notes + Self.notes(found, wish: wish)
  }

  private typealias Negotiated = (
    format: CameraFormat, setting: DeviceFormat, interval: DeviceInterval?
  )

  private static func negotiate(
    _ device: any VideoDevice, path: String, wish: ModeWish
  ) throws -> Negotiated {
    let modes = CameraMode.offered(by: device, for: wish)
    guard !modes.isEmpty else { throw nothingReadable(device, path: path, wish: wish) }
    var refusal: DeviceFailure?
    for mode in modes {
      do {
        let asked = DeviceFormat(fourCC: mode.format.fourCC, size: mode.size)
        let setting = try device.setFormat(asked)
        // What the driver says counts, not what it was asked for.
        guard let format = CameraFormat.named(setting.fourCC) else { continue }
        guard wish.formats?.contains(setting.fourCC) ?? true else { continue }
        let wanted = mode.interval ?? interval(of: wish)
        let interval = try wanted.flatMap { try device.setInterval($0) } ?? device.currentInterval()
        return (format, setting, interval)
      } catch let error as DeviceFailure {
        if error.status != EINVAL { throw CameraError(error, on: path) }
        refusal = error
      }
    }
    if let refusal { throw CameraError(refusal, on: path) }
    throw nothingReadable(device, path: path, wish: wish)
  }

  private static func interval(of wish: ModeWish) -> DeviceInterval? {
    wish.rate.map {
      DeviceInterval(numerator: UInt32($0.1), denominator: UInt32($0.0))
    }
  }

  private static func nothingReadable(
    _ device: any VideoDevice, path: String, wish: ModeWish
  ) -> CameraError {
    let offered = (0..<64).lazy.map { device.format(at: $0) }.prefix { $0 != nil }
      .compactMap { $0?.fourCC }
    let list =
      offered.isEmpty ? "nothing" : offered.map(\.description).joined(separator: ", ")
    let wanted = wish.formats == nil ? "none of its formats is read" : "not in the format asked for"
    let missing =
      offered.contains { CameraFormat.needsLibrary($0) && wish.formats?.contains($0) ?? true }
      ? "; with libv4l more are read: install libv4l-0" : ""
    return CameraError(.unsupported, "set up \(path)", "\(wanted); it offers \(list)\(missing)")
  }

  private static func notes(_ found: Negotiated, wish: ModeWish) -> [String] {
    var notes: [String] = []
    if wish.isSizeSaid, found.setting.size != wish.size {
      notes.append("the camera gives \(found.setting.size), not \(wish.size)")
    }
    if let rate = wish.rate, let interval = found.interval {
      let given = 1 / interval.seconds
      if abs(given * Double(rate.1) / Double(rate.0) - 1) > 0.01 {
        notes.append(
          "the camera gives \(rateText(given)) frames a second, not"
            + " \(rateText(Double(rate.0) / Double(rate.1)))")
      }
    }
    return notes
  }

  /// Sets controls by their names.
  ///
  /// - Throws: `CameraError` that names the control.
  func set(_ wanted: [(name: String, value: String)]) throws {
    guard !wanted.isEmpty else { return }
    let controls = CameraControl.all(of: device)
    for (name, text) in wanted {
      guard let control = controls.first(where: { $0.name == CameraControl.name(of: name) }) else {
        throw CameraError.noControl(name, among: controls)
      }
      do {
        try device.setValue(
          try control.number(for: text), of: control.identifier, kind: control.driverKind)
      } catch let error as DeviceFailure {
        throw CameraError(
          .io, "set \(control.name)", String(cString: strerror(error.status)), status: error.status)
      }
    }
  }

  // MARK: Streaming

  /// Gets ready to stream into `memory`; the first `next` begins.
  ///
  /// - Throws: `CameraError` when another program has the camera or the bus is full.
  func start(_ memory: CaptureMemory) throws {
    do {
      let converter = try converter(memory)
      let ring = try makeRing(memory)
      state.withLock { state in
        (state.ring, state.converter, state.isStreaming) = (ring, converter, false)
      }
    } catch let error as DeviceFailure {
      close()
      throw CameraError(error, on: path)
    } catch {
      close()
      throw error
    }
  }

  private func converter(_ memory: CaptureMemory) throws -> (any FrameConverter)? {
    switch format.content {
    case .pixels: nil
    case .compressed(let name):
      CompressedConverter(
        decoder: try PictureDecoder(name, take: memory.take),
        tags: ColorSpace(primaries: color.primaries, transfer: color.transfer))
    case .converted(let name):
      PlainConverter(
        reader: try PixelReader(name, take: memory.take), setting: setting, color: color)
    case .foreign: try LibraryConverter(device, setting, color: color, take: memory.take)
    }
  }

  /// Memory of the engine's where the driver fills that, else the driver's own.
  private func makeRing(_ memory: CaptureMemory) throws -> any CaptureRing {
    let lengths = setting.planes.map(\.length)
    if format.pixelFormat != nil {
      do {
        return try OwnMemoryRing(
          device, lengths: lengths, count: Self.bufferCount, memory: memory)
      } catch let error as DeviceFailure {
        // Not every driver takes the program's memory, and not every memory.
        if error.status == EBUSY { throw error }
        _ = try? device.requestBuffers(0, .own)
      }
    }
    // What is converted is read by the processor and not by the device.
    return try MappedRing(
      device, planeCount: lengths.count, count: Self.mappedBufferCount,
      memory: format.pixelFormat == nil ? .heap : memory)
  }

  /// A picture like those to come; nil for compressed ones, whose format their decoder finds out.
  func rehearsal(_ memory: CaptureMemory) throws -> PixelBuffer? {
    guard let pixels = format.pixelFormat else { return nil }
    return PixelBuffer(
      memory: try memory.take(layout.length), format: pixels, size: setting.size,
      planes: layout.planes, colorSpace: color)
  }

  /// Waits for a frame at most so many seconds, or until `wake` can be read.
  ///
  /// - Throws: `CameraError` when the device is lost.
  func next(wake: Int32, seconds: Double) throws -> Event {
    guard let ring = state.withLock({ $0.ring }) else { return .nothing }
    do {
      if !state.withLock({ $0.isStreaming }) {
        try device.startStreaming()
        state.withLock { $0.isStreaming = true }
      }
      guard try device.wait(wake: wake, seconds: seconds) else { return .nothing }
      guard let filled = try ring.dequeue() else {
        // An error without a buffer would have the wait return at once, again and again.
        usleep(2000)
        return .nothing
      }
      return try picture(in: filled, ring)
    } catch let error as DeviceFailure {
      throw CameraError(error, on: path)
    }
  }

  private func picture(in filled: FilledBuffer, _ ring: any CaptureRing) throws -> Event {
    if let converter = state.withLock({ $0.converter }) {
      return try converted(filled, ring, converter)
    }
    let isWhole =
      !filled.isDamaged
      && zip(filled.planes, layout.needed).allSatisfy { $0.count - $0.start >= $1 }
    guard isWhole else {
      try ring.recycle(filled)
      return .damaged(filled)
    }
    let planes = zip(layout.planes, layout.planes.indices).map { plane, index in
      let start = filled.planes.count > 1 ? filled.planes[index].start : filled.planes[0].start
      return PixelBuffer.Plane(offset: plane.offset + start, bytesPerRow: plane.bytesPerRow)
    }
    return .picture(
      PixelBuffer(
        memory: try ring.lend(filled), format: pixelFormat, size: setting.size, planes: planes,
        colorSpace: color), filled)
  }

  private func converted(
    _ filled: FilledBuffer, _ ring: any CaptureRing, _ converter: any FrameConverter
  ) throws -> Event {
    let place = filled.planes.first ?? (0, 0)
    let bytes = UnsafeRawBufferPointer(
      start: ring.bytes(of: filled) + place.start, count: max(place.count - place.start, 0))
    let picture = filled.isDamaged ? nil : try converter.picture(from: bytes)
    try ring.recycle(filled)
    guard let picture else { return .damaged(filled) }
    if converter.isCopy { state.withLock { $0.conversions += 1 } }
    return .picture(picture, filled)
  }

  /// Ends the stream; pictures that are out stay valid.
  func close() {
    let ring = state.withLock { state in
      defer { (state.ring, state.converter) = (nil, nil) }
      return state.ring
    }
    ring?.close()
  }
}

extension CameraFormat {
  /// The format that the driver's colour tags are for.
  fileprivate var tagFormat: PixelFormat {
    switch content {
    case .pixels(let format): format
    case .compressed: .yuv422p
    case .converted, .foreign: .rgb24
    }
  }
}

extension CameraLayout {
  /// Bytes without a layout.
  init(compressed setting: DeviceFormat) throws(CameraError) {
    guard let plane = setting.planes.first, plane.length > 0 else {
      throw CameraError(
        .unsupported, "read \(setting.fourCC)", "the driver's buffers have no bytes")
    }
    (planes, starts, needed, length) = ([], [0], [0], plane.length)
  }
}

/// A rate with as many digits as it takes.
func rateText(_ rate: Double) -> String {
  let rounded = (rate * 100).rounded() / 100
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
