import Glibc
import TestSupport
import VKCore

@testable import VKCamera

/// A device at the boundary of the driver's calls: it offers what it is told to, and fills buffers as a script says.
final class StandInDevice: VideoDevice {
  struct Offer: Sendable {
    var fourCC: String
    var size: Size
    var rates: [UInt32]
  }

  /// What a dequeued frame is like.
  struct Shot: Sendable {
    var sequence: UInt32
    var time: Int64?
    var isDamaged = false
    /// Bytes that the driver says there are; nil for all.
    var count: Int?
  }

  enum Step: Sendable {
    case frame(Shot)
    case nothing
    case failure(Int32)
  }

  struct State: Sendable {
    var format = DeviceFormat(fourCC: FourCC(rawValue: 0), size: Size(0, 0))
    var interval = DeviceInterval(numerator: 1, denominator: 30)
    var memory: BufferMemory?
    var isStreaming = false
    var queued: [Int] = []
    nonisolated(unsafe) var places: [Int: [UnsafeMutableRawBufferPointer]] = [:]
    var controls: [UInt32: Int64] = [0x0098_0900: 128]
    /// Which calls came, in order.
    var calls: [String] = []
    var dequeued = 0
    /// How long the end of a stream takes, in microseconds.
    var slowness: UInt32 = 0
  }

  let descriptor: Int32 = -1
  let offers: [Offer]
  let takesOwnMemory: Bool
  /// Memory of the driver's for each buffer that it shares; nil when it shares none.
  let shared: [SharedFile]?
  /// What comes of each dequeuing, by its number.
  let script: @Sendable (Int) -> Step
  /// Rows are this much longer than pixels need.
  let padding: Int
  let state = Locked(State())

  init(
    _ offers: [Offer] = [Offer(fourCC: "NV12", size: Size(64, 32), rates: [30])],
    takesOwnMemory: Bool = true, shared: [SharedFile]? = nil, padding: Int = 0,
    script: @escaping @Sendable (Int) -> Step = StandInDevice.steady
  ) {
    self.offers = offers
    self.takesOwnMemory = takesOwnMemory
    self.shared = shared
    self.padding = padding
    self.script = script
  }

  /// Frames in order, 1/30 s apart.
  static let steady: @Sendable (Int) -> Step = {
    .frame(Shot(sequence: UInt32($0), time: 5_000_000 + Int64($0) * 1_000_000 / 30))
  }

  func identity() throws(DeviceFailure) -> DeviceIdentity {
    DeviceIdentity(driver: "standin", card: "Stand-in", bus: "test", capabilities: 0)
  }

  private var fourCCs: [String] {
    offers.map(\.fourCC).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func format(at index: Int) -> (fourCC: FourCC, isEmulated: Bool, name: String)? {
    fourCCs.indices.contains(index)
      ? FourCC(fourCCs[index]).map { ($0, false, fourCCs[index]) } : nil
  }

  func size(of fourCC: FourCC, at index: Int) -> DeviceRange<Size>? {
    let sizes = offers.filter { $0.fourCC == fourCC.description }.map(\.size)
    return sizes.indices.contains(index)
      ? DeviceRange(minimum: sizes[index], maximum: sizes[index], step: nil, isSingle: true) : nil
  }

  func interval(of fourCC: FourCC, _ size: Size, at index: Int) -> DeviceRange<DeviceInterval>? {
    let rates = offers.first { $0.fourCC == fourCC.description && $0.size == size }?.rates ?? []
    guard rates.indices.contains(index) else { return nil }
    let interval = DeviceInterval(numerator: 1, denominator: rates[index])
    return DeviceRange(minimum: interval, maximum: interval, step: nil, isSingle: true)
  }

  func currentFormat() throws(DeviceFailure) -> DeviceFormat { state.withLock { $0.format } }

  func setFormat(_ wanted: DeviceFormat) throws(DeviceFailure) -> DeviceFormat {
    var format = wanted
    let row = CameraFormat.named(wanted.fourCC)?.pixelFormat?.rowBytes(0, width: wanted.size.width)
    let stride = (row ?? 0) + padding
    format.planes = [.init(bytesPerRow: stride, length: max(stride, 64) * wanted.size.height * 2)]
    state.withLock {
      $0.format = format
      $0.calls.append("format \(format.fourCC) \(format.size)")
    }
    return format
  }

  func currentInterval() -> DeviceInterval? { state.withLock { $0.interval } }

  func setInterval(_ interval: DeviceInterval) throws(DeviceFailure) -> DeviceInterval? {
    state.withLock { $0.interval = interval }
    return interval
  }

  func requestBuffers(_ count: Int, _ memory: BufferMemory) throws(DeviceFailure) -> Int {
    guard memory == .mapped || takesOwnMemory else {
      throw DeviceFailure(call: "take buffers of", status: EINVAL)
    }
    state.withLock { state in
      state.calls.append("buffers \(count) \(memory)")
      (state.memory, state.queued, state.places) = (count > 0 ? memory : nil, [], [:])
    }
    return count
  }

  func places(
    of index: Int, planes: Int
  ) throws(DeviceFailure) -> [(offset: UInt64, length: Int)] {
    state.withLock { [(UInt64(index) << 32, $0.format.planes[0].length)] }
  }

  func share(_ index: Int) throws(DeviceFailure) -> Int32 {
    guard let shared else { throw DeviceFailure(call: "share", status: EINVAL) }
    return dup(shared[index].descriptor)
  }

  func map(
    _ offset: UInt64, length: Int, at address: UnsafeMutableRawPointer?
  ) throws(DeviceFailure) -> UnsafeMutableRawPointer {
    guard let address else { throw DeviceFailure(call: "map", status: EINVAL) }
    if let file = shared?[Int(offset >> 32)] {
      mmap(
        address, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file.descriptor, 0)
    }
    nonisolated(unsafe) let place = UnsafeMutableRawBufferPointer(start: address, count: length)
    state.withLock { $0.places[Int(offset >> 32)] = [place] }
    return address
  }

  func queue(
    _ index: Int, _ memory: BufferMemory, planes: [UnsafeMutableRawBufferPointer]
  ) throws(DeviceFailure) {
    nonisolated(unsafe) let planes = planes
    try state.withLock { state throws(DeviceFailure) in
      guard !state.queued.contains(index) else {
        throw DeviceFailure(call: "queue", status: EINVAL)
      }
      state.places[index] = planes
      state.queued.append(index)
    }
  }

  func queue(_ index: Int, planeCount: Int) throws(DeviceFailure) {
    try state.withLock { state throws(DeviceFailure) in
      guard !state.queued.contains(index) else {
        throw DeviceFailure(call: "queue", status: EINVAL)
      }
      state.queued.append(index)
    }
  }

  /// Fills the oldest buffer: every byte is the lowest one of the frame's number.
  func dequeue(_ memory: BufferMemory, planeCount: Int) throws(DeviceFailure) -> FilledBuffer? {
    try state.withLock { state throws(DeviceFailure) in
      guard state.isStreaming, !state.queued.isEmpty else { return nil }
      let step = script(state.dequeued)
      state.dequeued += 1
      switch step {
      case .nothing: return nil
      case .failure(let status): throw DeviceFailure(call: "read", status: status)
      case .frame(let shot):
        let index = state.queued.removeFirst()
        guard let place = state.places[index]?.first, let start = place.baseAddress else {
          return nil
        }
        memset(start, Int32(shot.sequence & 255), place.count)
        return FilledBuffer(
          index: index, sequence: shot.sequence, isDamaged: shot.isDamaged, field: 1,
          time: shot.time, planes: [(0, shot.count ?? place.count)])
      }
    }
  }

  func startStreaming() throws(DeviceFailure) {
    state.withLock {
      $0.isStreaming = true
      $0.calls.append("start")
    }
  }

  func stopStreaming() throws(DeviceFailure) {
    let slowness = state.withLock { state in
      (state.isStreaming, state.queued) = (false, [])
      state.calls.append("stop")
      return state.slowness
    }
    usleep(slowness)
  }

  func wait(wake: Int32, seconds: Double) throws(DeviceFailure) -> Bool {
    usleep(1000)
    return true
  }

  func control(after identifier: UInt32) -> DeviceControl? {
    identifier >= 0x0098_0900
      ? nil
      : DeviceControl(
        identifier: 0x0098_0900, kind: 1, flags: 0, name: "Brightness, Overall", minimum: 0,
        maximum: 255, step: 1, initial: 128)
  }

  func menuEntry(of control: UInt32, at index: Int, kind: UInt32) -> String? { nil }

  func value(of control: UInt32, kind: UInt32) throws(DeviceFailure) -> Int64 {
    guard let value = state.withLock({ $0.controls[control] }) else {
      throw DeviceFailure(call: "read", status: EINVAL)
    }
    return value
  }

  func setValue(_ value: Int64, of control: UInt32, kind: UInt32) throws(DeviceFailure) {
    state.withLock { $0.controls[control] = value }
  }
}

extension Camera {
  /// A camera on stand-ins: each opening takes the next one, the last again and again.
  convenience init(_ devices: [StandInDevice], settings: Settings = Settings()) throws {
    let opened = Locked(0)
    try self.init(
      settings,
      finder: CameraFinder(
        list: { ["/dev/standin0"] },
        open: { path in
          // Another path stands for a device that is not there.
          guard path == "/dev/standin0" else { throw DeviceFailure(call: "open", status: ENOENT) }
          return opened.withLock { count in
            defer { count += 1 }
            return devices[min(count, devices.count - 1)]
          }
        }))
  }
}
