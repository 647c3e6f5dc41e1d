internal import VKCore

/// A source's frames in a bounded queue, read by a thread (or a task, for sources of the user's) of its own.
final class FrameFeed: Sendable {
  private let queue: BoundedQueue<Frame>
  private let source: any ImageSource
  private let reader: (any FrameReader)?
  private let task = Locked<Task<Void, Never>?>(nil)
  private let count = Locked(0)
  private let late = Locked(0)
  private let hasBegun = Locked(false)

  var orientation: Orientation { reader?.orientation ?? .up }
  var frameRate: (Int32, Int32)? { reader?.frameRate }
  var fieldOrder: FieldOrder { reader?.fieldOrder ?? .progressive }
  var isLive: Bool { reader?.isLive ?? false }
  var beginning: MediaTime { reader?.beginning ?? .zero }
  var painting: [any Filter] { reader?.painting ?? [] }
  /// Frames that may wait here.
  var capacity: Int { queue.capacity }
  /// Frames that have come from the source.
  var received: Int { count.withLock { $0 } }

  /// Frames that were lost on the way to this queue's end, by reason.
  var lost: [DropReason: Int] {
    var lost = reader?.lost ?? [:]
    let late = late.withLock { $0 }
    if late > 0 { lost[.late, default: 0] += late }
    return lost
  }

  /// Opens the source.
  ///
  /// - Throws: what the source throws on opening.
  init(_ source: any ImageSource, memory: DeviceMemoryPool, capacity: Int) throws {
    self.source = source
    reader = source as? any FrameReader
    queue = BoundedQueue(capacity: max(capacity, reader?.queueCapacity ?? 0))
    try reader?.start(memory: memory)
  }

  /// A frame like those to come, where the source knows one.
  func rehearsal() throws -> Frame? { try reader?.rehearsal() }

  /// Starts reading, unless it was cancelled meanwhile.
  func begin() {
    guard
      hasBegun.withLock({ hasBegun in
        defer { hasBegun = true }
        return !hasBegun
      })
    else { return }
    guard let reader else { return startTask(source) }
    _ = WorkerThread { [queue, count, late] in
      let end = Result {
        while let frame = try reader.nextFrame() {
          count.withLock { $0 += 1 }
          if reader.isLive && reader.dropsLate {
            if queue.pushDroppingOldest(frame) != nil { late.withLock { $0 += 1 } }
          } else if !queue.push(frame) {
            break
          }
        }
      }
      reader.close()
      switch end {
      case .success: queue.close()
      case .failure(let error): queue.close(failure: error)
      }
    }
  }

  /// A user's sequence is asked for a frame only when there is room for it, so the task never blocks its thread.
  private func startTask(_ source: any ImageSource) {
    let started = Task { [queue, count] in
      do {
        for try await frame in source.frames() {
          count.withLock { $0 += 1 }
          guard await queue.send(frame) else { break }
        }
        queue.close()
      } catch is CancellationError {
        queue.close()
      } catch {
        queue.close(failure: error)
      }
    }
    task.withLock { $0 = started }
  }

  /// The next frame, waiting for it; nil at the end.
  func next() throws -> Frame? { try queue.pop() }

  /// The next frame if it is there already.
  func nextIfReady() -> Frame? { queue.popIfReady() }

  /// Ends the source: what it has already given still comes.
  func stop() {
    reader?.stop()
    task.withLock { $0 }?.cancel()
    if reader == nil { queue.close() }
  }

  /// Ends the source and throws away what waits.
  func cancel() {
    queue.cancel()
    stop()
    let isUnread = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    if isUnread { reader?.close() }
  }
}
