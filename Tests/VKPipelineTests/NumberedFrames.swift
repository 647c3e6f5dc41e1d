import Foundation
import VKCore

@testable import VKPipeline

/// Frames whose every pixel holds their number.
final class Numbered: FrameReader, GraphSource {
  let graphNode = GraphNode()
  let size: Size
  let times: [MediaTime?]
  let isLive: Bool
  private let first: Int
  private let next = Locked(0)
  private let memory = Locked<DeviceMemoryPool?>(nil)

  init(_ size: Size, times: [MediaTime?], isLive: Bool = false, from first: Int = 0) {
    self.size = size
    self.times = times
    self.isLive = isLive
    self.first = first
  }

  convenience init(_ size: Size, count: Int) {
    self.init(size, times: (0..<count).map { MediaTime(value: Int64($0), timescale: 30) })
  }

  func frames() -> AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { try self.nextFrame() }
  }
  func start(memory: DeviceMemoryPool) throws { self.memory.withLock { $0 = memory } }
  func stop() { next.withLock { $0 = Int.max / 2 } }

  func nextFrame() throws -> Frame? {
    let number = next.withLock { next in
      defer { next += 1 }
      return next
    }
    guard number < times.count else { return nil }
    let layout = try PixelLayout(format: .bgra, size: size)
    let pool = memory.withLock { $0 }
    let piece: any PixelMemory =
      try pool?.take(length: layout.length) ?? HeapMemory(length: layout.length)
    let buffer = PixelBuffer(
      memory: piece, format: .bgra, size: size, planes: layout.planes,
      colorSpace: .unspecified)
    buffer.withLockedPlanes(.readWrite) { planes in
      let word = UInt32(first + number) | 0xFF00_0000
      for y in 0..<size.height {
        for x in 0..<size.width {
          planes[0].bytes.storeBytes(
            of: word, toByteOffset: y * planes[0].bytesPerRow + 4 * x, as: UInt32.self)
        }
      }
    }
    return Frame(buffer, time: times[number])
  }
}

/// The number that all pixels hold; nil when they do not agree.
func number(in buffer: PixelBuffer) -> Int? {
  buffer.withLockedPlanes(.readOnly) { planes in
    let first = planes[0].bytes.loadUnaligned(as: UInt32.self)
    for y in 0..<buffer.size.height {
      for x in 0..<buffer.size.width {
        let word = planes[0].bytes.loadUnaligned(
          fromByteOffset: y * planes[0].bytesPerRow + 4 * x, as: UInt32.self)
        if word != first { return nil }
      }
    }
    return Int(first & 0xFF_FFFF)
  }
}

/// Collects what arrives.
final class Collector: ImageConsumer {
  struct State {
    var numbers: [Int?] = []
    var times: [MediaTime] = []
    var ends = 0
    var error: (any Error)?
  }
  let state = Locked(State())
  let delay: TimeInterval
  let failsAt: Int?
  let failsAtEnd: Bool
  let latePolicy: LatePolicy

  init(
    delay: TimeInterval = 0, failsAt: Int? = nil, failsAtEnd: Bool = false,
    policy: LatePolicy = .keepAll
  ) {
    self.delay = delay
    self.failsAt = failsAt
    self.failsAtEnd = failsAtEnd
    latePolicy = policy
  }

  struct Refusal: Error, Equatable {}

  func prepare(for format: StreamFormat) throws -> PixelFormat { .bgra }
  func consume(_ frame: Frame) throws {
    if delay > 0 { Thread.sleep(forTimeInterval: delay) }
    let found = number(in: frame.pixelBuffer)
    if let failsAt, found == failsAt { throw Refusal() }
    state.withLock { state in
      state.numbers.append(found)
      if let time = frame.time { state.times.append(time) }
    }
  }
  func finish(error: (any Error)?) throws {
    state.withLock { state in
      state.ends += 1
      state.error = error
    }
    if failsAtEnd { throw Refusal() }
  }
  var numbers: [Int?] { state.withLock { $0.numbers } }
  var times: [MediaTime] { state.withLock { $0.times } }
}
