internal import VKCore

/// Work that was handed to the device.
///
/// Thread-safe. Keeps what the work uses until the device is done with it.
public final class Submission: Sendable {
  /// How far the work is.
  public enum Status: Sendable, Hashable {
    /// The device has it.
    case committed
    /// The device is done.
    case completed
    /// It was not taken, or the device failed; `error` says why.
    case failed
  }

  private struct State {
    var status = Status.committed
    var error: GPUError?
    var value: UInt64 = 0
    var slot: CommandSlot?
    var times: [Double] = []
    var handlers: [@Sendable (Submission) -> Void] = []
  }

  /// The name given to the command buffer.
  public let label: String
  let device: Device
  private let queue: HardwareQueue
  private let state: Locked<State>

  init(device: Device, queue: HardwareQueue, slot: CommandSlot, label: String) {
    self.device = device
    self.queue = queue
    self.label = label
    state = Locked(State(slot: slot))
  }

  /// How far the work is, as far as this process knows.
  public var status: Status { state.withLock { $0.status } }
  /// What went wrong; nil while nothing did.
  public var error: GPUError? { state.withLock { $0.error } }
  /// When the device began, in seconds of its clock; 0 until it is done, and on devices without
  /// timestamps.
  public var gpuStartTime: Double { state.withLock { $0.times.first ?? 0 } }
  /// When the device ended, in seconds of its clock; 0 until it is done, and on devices without
  /// timestamps.
  public var gpuEndTime: Double { state.withLock { $0.times.last ?? 0 } }
  /// When the device began, when it passed each `sampleTimestamp()`, and when it ended, in seconds of
  /// its clock; empty until it is done, and on devices without timestamps.
  public var gpuTimes: [Double] { state.withLock { $0.times } }
  /// The value that the queue's timeline has when the work is done; 0 when it was not taken.
  package var timelineValue: UInt64 { state.withLock { $0.value } }

  /// Blocks until the work is done and its resources are free again.
  ///
  /// - Parameter timeout: seconds to wait at most; nil waits for ever.
  /// - Throws: `GPUError` when the work was not taken, the device failed or did not answer in time.
  public func waitUntilCompleted(timeout: Double? = nil) throws(GPUError) {
    let (status, value) = state.withLock { ($0.status, $0.value) }
    if status == .committed { try queue.wait(for: value, timeout: timeout) }
    if let error { throw error }
  }

  /// Suspends until the work is done.
  ///
  /// - Throws: `GPUError` when the work was not taken or the device failed.
  public func completed() async throws(GPUError) {
    await withCheckedContinuation { continuation in
      addCompletedHandler { _ in continuation.resume() }
    }
    if let error { throw error }
  }

  /// Calls `handler` once when the work is done or has failed; at once when it already is.
  ///
  /// Handlers run in the order of the submissions of a queue, on the thread that found the work
  /// done: they must not block.
  public func addCompletedHandler(_ handler: @escaping @Sendable (Submission) -> Void) {
    let isDone = state.withLock { state -> Bool in
      guard state.status == .committed else { return true }
      state.handlers.append(handler)
      return false
    }
    if isDone { handler(self) }
  }

  // MARK: For the queue

  /// Notes that the device has the work; called with the device's `order` locked.
  func submitted(_ value: UInt64) { state.withLock { $0.value = value } }

  /// Ends the submission: tells the times, gives back the command buffer and what it kept.
  ///
  /// - Returns: what calls the handlers.
  func finish(failure: GPUError?) -> () -> Void {
    let slot = state.withLock { state -> CommandSlot? in
      defer { state.slot = nil }
      return state.slot
    }
    var failure = failure
    var times: [Double] = []
    if let slot {
      do throws(GPUError) {
        times = failure == nil ? try slot.times() : []
      } catch {
        failure = error
      }
      queue.putBack(slot)
    }
    let error = failure
    let handlers = state.withLock { state -> [@Sendable (Submission) -> Void] in
      state.times = times
      state.error = error
      state.status = error == nil ? .completed : .failed
      defer { state.handlers = [] }
      return state.handlers
    }
    return { for handler in handlers { handler(self) } }
  }
}
