internal import Glibc
internal import VKCore
internal import VKPipeline

/// The buffers of a stream on their ways between the driver and the engine.
///
/// One thread reads; buffers come back from any.
protocol CaptureRing: AnyObject, Sendable {
  /// The next filled buffer; nil when there is none yet.
  func dequeue() throws(DeviceFailure) -> FilledBuffer?
  /// The bytes of a filled buffer.
  func bytes(of filled: FilledBuffer) -> UnsafeMutableRawPointer
  /// Takes the memory of a filled buffer out of the ring; the driver goes on with other memory.
  func lend(_ filled: FilledBuffer) throws -> any PixelMemory
  /// Gives a filled buffer that is not wanted back to the driver.
  func recycle(_ filled: FilledBuffer) throws(DeviceFailure)
  /// Ends the stream's use of the ring; what is lent stays valid.
  func close()
  /// Whole pictures that were copied because too many are out.
  var copies: Int { get }
  /// Where pictures lie while they are read.
  var place: Camera.FrameMemory { get }
}

/// Where the planes of a picture begin in a piece of memory, each on a page.
func pageStarts(of lengths: [Int]) -> [Int] {
  var end = 0
  return lengths.map { length in
    defer { end += wholePages(length) }
    return end
  }
}

/// Memory of the engine's own that the driver fills: nothing is copied, and nothing has to come back in time.
final class OwnMemoryRing: CaptureRing {
  private let device: any VideoDevice
  private let lengths: [Int]
  private let starts: [Int]
  private let memory: CaptureMemory
  private let pieces: Locked<[any PixelMemory]>
  var copies: Int { 0 }
  var place: Camera.FrameMemory { .engine }

  /// Takes buffers and gives them all to the driver.
  ///
  /// - Throws: `DeviceFailure` when the driver does not fill the engine's memory.
  init(_ device: any VideoDevice, lengths: [Int], count: Int, memory: CaptureMemory) throws {
    self.device = device
    self.lengths = lengths
    self.memory = memory
    starts = pageStarts(of: lengths)
    let count = try device.requestBuffers(count, .own)
    guard count >= 2 else { throw DeviceFailure(call: "take buffers of", status: ENOMEM) }
    let length = (starts.last ?? 0) + (lengths.last ?? 0)
    let taken = try (0..<count).map { _ in try memory.take(length) }
    pieces = Locked(taken)
    for (index, piece) in taken.enumerated() {
      try device.queue(index, .own, planes: planes(in: piece))
    }
  }

  private func planes(in piece: any PixelMemory) -> [UnsafeMutableRawBufferPointer] {
    zip(starts, lengths).map { .init(start: piece.baseAddress + $0, count: $1) }
  }

  func dequeue() throws(DeviceFailure) -> FilledBuffer? {
    try device.dequeue(.own, planeCount: lengths.count)
  }

  func bytes(of filled: FilledBuffer) -> UnsafeMutableRawPointer {
    pieces.withLock { $0[filled.index].baseAddress }
  }

  func lend(_ filled: FilledBuffer) throws -> any PixelMemory {
    let fresh = try memory.take((starts.last ?? 0) + (lengths.last ?? 0))
    let full = pieces.withLock { pieces in
      defer { pieces[filled.index] = fresh }
      return pieces[filled.index]
    }
    try device.queue(filled.index, .own, planes: planes(in: fresh))
    return full
  }

  func recycle(_ filled: FilledBuffer) throws(DeviceFailure) {
    let piece = pieces.withLock { $0[filled.index] }
    try device.queue(filled.index, .own, planes: planes(in: piece))
  }

  func close() {
    try? device.stopStreaming()
    _ = try? device.requestBuffers(0, .own)
  }
}

/// Memory of the driver's, mapped: read where it lies and given back when the last user lets go of it.
///
/// While so many are out that the driver would run dry, pictures are copied.
final class MappedRing: CaptureRing {
  private struct State {
    /// Let go of at the end, whoever still holds a buffer.
    var device: (any VideoDevice)?
    /// Buffers that the driver has.
    var queued = 0
    /// Buffers that are out.
    var lent = 0
    var copies = 0
  }

  private let planeCount: Int
  private let memory: CaptureMemory
  private let patience: Double
  /// The mapped memory of each buffer, as the device reads it where it can.
  private let regions: Locked<[any PixelMemory]>
  private let state: Locked<State>
  let place: Camera.FrameMemory
  var copies: Int { state.withLock { $0.copies } }

  /// Takes buffers, maps them and gives them all to the driver.
  ///
  /// At the end buffers that are out are waited for as long as `patience` says: the device reads them for a moment yet.
  ///
  /// - Throws: `DeviceFailure` when there is no memory.
  init(
    _ device: any VideoDevice, planeCount: Int, count: Int, memory: CaptureMemory,
    patience: Double = 0.25
  ) throws(DeviceFailure) {
    state = Locked(State(device: device))
    self.planeCount = planeCount
    self.memory = memory
    self.patience = patience
    let count = try device.requestBuffers(count, .mapped)
    guard count >= 2 else { throw DeviceFailure(call: "take buffers of", status: ENOMEM) }
    var regions: [any PixelMemory] = []
    var place = Camera.FrameMemory.mapped
    for index in 0..<count {
      let places = try device.places(of: index, planes: planeCount)
      let region = try MappedRegion(device, places)
      let adopted = memory.adopt(region) {
        // Planes in pieces of their own are shared one by one, and a picture is read as one piece.
        guard places.count == 1, let descriptor = try? device.share(index) else { return nil }
        return SharedPicture(descriptor: descriptor, length: places[0].length)
      }
      regions.append(adopted.memory)
      place = adopted.place
    }
    self.place = place
    self.regions = Locked(regions)
    for index in 0..<count { try queue(index) }
  }

  private func queue(_ index: Int) throws(DeviceFailure) {
    try state.withLock { state throws(DeviceFailure) in
      guard let device = state.device else { return }
      try device.queue(index, planeCount: planeCount)
      state.queued += 1
    }
  }

  func dequeue() throws(DeviceFailure) -> FilledBuffer? {
    try state.withLock { state throws(DeviceFailure) in
      let filled = try state.device?.dequeue(.mapped, planeCount: planeCount)
      if filled != nil { state.queued -= 1 }
      return filled
    }
  }

  func bytes(of filled: FilledBuffer) -> UnsafeMutableRawPointer {
    regions.withLock { $0[filled.index].baseAddress }
  }

  func lend(_ filled: FilledBuffer) throws -> any PixelMemory {
    let region = regions.withLock { $0[filled.index] }
    let isLent = state.withLock { state -> Bool in
      if state.queued >= 2 { state.lent += 1 }
      return state.queued >= 2
    }
    if isLent {
      return LentBuffer(region) { [self] in
        try? queue(filled.index)
        state.signal { $0.lent -= 1 }
      }
    }
    let copy = try memory.take(region.length)
    copy.baseAddress.copyMemory(from: region.baseAddress, byteCount: region.length)
    state.withLock { $0.copies += 1 }
    try queue(filled.index)
    return copy
  }

  func recycle(_ filled: FilledBuffer) throws(DeviceFailure) { try queue(filled.index) }

  func close() {
    let device = state.withLock { state in
      defer { state.device = nil }
      return state.device
    }
    try? device?.stopStreaming()
    _ = state.wait(seconds: patience) { $0.lent == 0 ? () : nil }
    // Unmapped first: older kernels do not free buffers that are mapped.
    let mapped = regions.withLock { regions in
      defer { regions = [] }
      return regions
    }
    withExtendedLifetime(mapped) {}
    _ = try? device?.requestBuffers(0, .mapped)
  }
}

/// A buffer of the driver's that is out; it goes back when the last user lets go of it.
final class LentBuffer: PixelMemory {
  let storage: any PixelMemory
  private let giveBack: @Sendable () -> Void
  var baseAddress: UnsafeMutableRawPointer { storage.baseAddress }
  var length: Int { storage.length }

  init(_ storage: any PixelMemory, giveBack: @escaping @Sendable () -> Void) {
    self.storage = storage
    self.giveBack = giveBack
  }

  deinit { giveBack() }
}
