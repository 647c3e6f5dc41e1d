package import VKCore

/// Why a frame did not reach a consumer.
public struct DropReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The reason's name.
  public let rawValue: String
  /// Makes a reason.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The name.
  public var description: String { rawValue }
  /// The frame before had the same time.
  public static let duplicateTimestamp = DropReason(rawValue: "duplicateTimestamp")
  /// A frame before had a later time.
  public static let nonMonotonicTimestamp = DropReason(rawValue: "nonMonotonicTimestamp")
  /// The frame has no time.
  public static let untimed = DropReason(rawValue: "untimed")
  /// The consumer was too slow.
  public static let late = DropReason(rawValue: "late")
  /// The output had ended with its shortest stream.
  public static let afterEnd = DropReason(rawValue: "afterEnd")
  /// The driver of a device lost the frame.
  public static let lostByDriver = DropReason(rawValue: "lostByDriver")
  /// The recording was paused.
  public static let paused = DropReason(rawValue: "paused")
  /// The frame came damaged.
  public static let damaged = DropReason(rawValue: "damaged")
  /// The consumer's constant rate has no place for it.
  public static let frameRate = DropReason(rawValue: "frameRate")
}

/// What a consumer received.
public struct ConsumerReport: Sendable {
  /// Whose report it is.
  package internal(set) var consumer: ObjectIdentifier?
  /// Frames that came to the consumer's branch.
  public internal(set) var received = 0
  /// Frames that the consumer took.
  public internal(set) var delivered = 0
  /// Frames that it did not get, by reason.
  public internal(set) var dropped: [DropReason: Int] = [:]
}

/// A consumer's place at the end of a branch: its thread, its queue, its rule for times.
final class ConsumerLink: Sendable {
  enum Item: Sendable {
    case frame(Frame)
    case value(any Sendable, MediaTime?)
  }

  private struct State {
    var report = ConsumerReport()
    var lastTime: MediaTime?
    /// What is added to all times after a backward jump.
    var shift = MediaTime.zero
    var streamFormat: StreamFormat?
    /// The first frame's.
    var first: StreamFormat?
    var wanted: (format: PixelFormat, colors: ColorSpace)?
    var queue: BoundedQueue<Item>?
    var thread: WorkerThread?
    var warnings: [String] = []
    /// What ended the source early.
    var interruption: (any Error)?

    /// Says something unless the like, by its beginning, was said before.
    mutating func warn(_ text: String, once beginning: String) {
      if !warnings.contains(where: { $0.hasPrefix(beginning) }) { warnings.append(text) }
    }
  }

  let consumer: any ImageConsumer
  private let state = Locked(State())

  init(_ consumer: any ImageConsumer) {
    self.consumer = consumer
    state.withLock { $0.report.consumer = ObjectIdentifier(consumer) }
  }

  var report: ConsumerReport { state.withLock { $0.report } }
  var warnings: [String] { state.withLock { $0.warnings } }

  /// The pixel format and colours for frames like `format`; the consumer is asked when that has changed.
  func wanted(for format: StreamFormat) throws -> (format: PixelFormat, colors: ColorSpace) {
    let known = state.withLock { state -> (format: PixelFormat, colors: ColorSpace)? in
      guard let last = state.streamFormat, last.size == format.size,
        last.pixelFormat == format.pixelFormat, last.colorSpace == format.colorSpace,
        last.pixelAspectRatio == format.pixelAspectRatio
      else { return nil }
      return state.wanted
    }
    if let known { return known }
    let pixelFormat = try consumer.prepare(for: format)
    let chosen = (pixelFormat, consumer.colorSpace(for: format, storedAs: pixelFormat))
    state.withLock { state in
      state.streamFormat = format
      state.wanted = chosen
    }
    return chosen
  }

  /// The first frame's format where one like `format` must be brought to its size; nil where it goes as it is.
  func fixedFormat(for format: StreamFormat, at time: MediaTime?) -> StreamFormat? {
    guard !consumer.acceptsSizeChanges else { return nil }
    return state.withLock { state in
      guard let first = state.first else {
        state.first = format
        return nil
      }
      guard first.size != format.size else { return nil }
      let place = time.map { " at \($0.seconds) s" } ?? ""
      state.warn(
        "the size changes from \(first.size) to \(format.size)\(place);"
          + " all pictures are scaled to \(first.size)", once: "the size changes from")
      return first
    }
  }

  /// Says something once.
  func warn(_ text: String) { state.withLock { $0.warn(text, once: text) } }

  /// Applies the rule for times to a frame that has come: strictly later than the last, or dropped and counted.
  ///
  /// A backward jump moves all that follows when `shifts`, else the frame is dropped. Gives the time to
  /// deliver with, or nil to drop the frame.
  func admit(time: MediaTime?, duration: MediaTime?, shifts: Bool) -> MediaTime?? {
    state.withLock { state in
      state.report.received += 1
      guard let time else {
        if consumer.acceptsStills { return .some(nil) }
        state.report.dropped[.untimed, default: 0] += 1
        return nil
      }
      var shifted = state.shift == .zero ? time : time + state.shift
      if let last = state.lastTime, shifted <= last {
        if shifted == last {
          state.report.dropped[.duplicateTimestamp, default: 0] += 1
          return nil
        }
        guard shifts else {
          state.report.dropped[.nonMonotonicTimestamp, default: 0] += 1
          return nil
        }
        let gap = duration.flatMap { $0 > .zero ? $0 : nil } ?? MediaTime(value: 1, timescale: 25)
        state.shift = last + gap - time
        shifted = time + state.shift
        state.warnings.append(
          "time jumped back from \(last.seconds) s to \(time.seconds) s; what follows is shifted")
      }
      state.lastTime = shifted
      return .some(shifted)
    }
  }

  /// Starts the consumer's thread; `fail` receives what it throws.
  func start(fail: @escaping @Sendable (any Error) -> Void) {
    let queue = BoundedQueue<Item>(capacity: 2)
    let isNew = state.withLock { state -> Bool in
      guard state.queue == nil else { return false }
      state.queue = queue
      return true
    }
    guard isNew else { return }
    let thread = WorkerThread { [self] in
      do {
        while let item = try queue.pop() { try take(item) }
      } catch {
        queue.cancel()
        fail(error)
        try? consumer.finish(error: error)
        return
      }
      let interruption = state.withLock { $0.interruption }
      do { try consumer.finish(error: interruption) } catch { fail(error) }
    }
    state.withLock { $0.thread = thread }
  }

  private func take(_ item: Item) throws {
    switch item {
    case .frame(let frame): try consumer.consume(frame)
    case .value(let value, let time):
      try (consumer as? any ValueConsumer)?.consume(value: value, time: time)
    }
    state.withLock { $0.report.delivered += 1 }
  }

  /// Hands over a rendered frame or number, in order.
  func deliver(_ item: Item) {
    guard let queue = state.withLock({ $0.queue }) else { return }
    if consumer.latePolicy == .dropLate {
      if queue.pushDroppingOldest(item) != nil {
        state.withLock { $0.report.dropped[.late, default: 0] += 1 }
      }
    } else {
      queue.push(item)
    }
  }

  /// Ends the stream and waits for the consumer: what is queued is still taken unless there was an error.
  ///
  /// A consumer that never got a frame learns here how things ended, and `fail` receives what it throws. Where the error
  /// `isInterruption` of the source, what is queued is taken all the same.
  func end(
    error: (any Error)?, isInterruption: Bool = false, fail: (any Error) -> Void
  ) {
    if isInterruption {
      let seen = consumer.keepsInterruptedStreams ? nil : error
      state.withLock { $0.interruption = seen }
      return finish(error: nil, unstarted: error, fail: fail)
    }
    finish(error: error, unstarted: error, fail: fail)
  }

  private func finish(
    error: (any Error)?, unstarted: (any Error)?, fail: (any Error) -> Void
  ) {
    let (queue, thread) = state.withLock { ($0.queue, $0.thread) }
    guard let queue else {
      do { try consumer.finish(error: unstarted) } catch { fail(error) }
      return
    }
    if let error { queue.fail(error) } else { queue.close() }
    thread?.join()
  }
}

/// A consumer of numbers.
package protocol ValueConsumer: ImageConsumer {
  func consume(value: any Sendable, time: MediaTime?) throws
}
