internal import VKCore

/// A source's frames in a bounded queue, read by a thread (or a task, for sources of the user's) of its own.
final class FrameFeed: Sendable {
  private let queue: BoundedQueue<Frame>
  private let reader: (any FrameReader)?
  private let task = Locked<Task<Void, Never>?>(nil)
  private let count = Locked(0)

  var orientation: Orientation { reader?.orientation ?? .up }
  var frameRate: (Int32, Int32)? { reader?.frameRate }
  var fieldOrder: FieldOrder { reader?.fieldOrder ?? .progressive }
  var isLive: Bool { reader?.isLive ?? false }
  var beginning: MediaTime { reader?.beginning ?? .zero }
  var painting: [any Filter] { reader?.painting ?? [] }
  /// Frames that have come from the source.
  var received: Int { count.withLock { $0 } }

  /// Starts reading.
  ///
  /// - Throws: what the source throws on opening.
  init(_ source: any ImageSource, memory: DeviceMemoryPool, capacity: Int) throws {
    queue = BoundedQueue(capacity: capacity)
    reader = source as? any FrameReader
    if let reader {
      try reader.start(memory: memory)
      _ = WorkerThread { [queue, count] in
        do {
          while let frame = try reader.nextFrame() {
            count.withLock { $0 += 1 }
            guard queue.push(frame) else { break }
          }
          queue.close()
        } catch {
          queue.close(failure: error)
        }
      }
    } else {
      startTask(source)
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
  }
}
