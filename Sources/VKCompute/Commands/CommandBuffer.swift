/// Commands that are being recorded; `commit()` hands them to the device and ends the value.
///
/// One thread at a time. Letting go of it without a commit throws the commands away. What cannot be
/// recorded (memory runs out, a dispatch is too large) is kept and comes out as the submission's
/// error.
public struct CommandBuffer: ~Copyable, Sendable {
  private let queue: CommandQueue
  private var slot: CommandSlot?
  private let label: String

  init(queue: CommandQueue, slot: CommandSlot, label: String) {
    self.queue = queue
    self.slot = slot
    self.label = label
    if !label.isEmpty { slot.setLabel(label) }
  }

  deinit {
    if let slot { queue.hardware.putBack(slot) }
  }

  /// Records dispatches.
  ///
  /// Each is ordered after what it depends on: barriers are derived from the resources that are
  /// bound.
  public mutating func compute<Failure: Error>(
    _ body: (inout ComputeEncoder) throws(Failure) -> Void
  ) throws(Failure) {
    guard let slot else { return }
    precondition(slot.canCompute, "a transfer queue does not compute")
    slot.encoder.reset()
    var encoder = ComputeEncoder(slot: slot)
    try body(&encoder)
  }

  /// Records copies and fills, each ordered after what it depends on.
  public mutating func blit<Failure: Error>(
    _ body: (inout BlitEncoder) throws(Failure) -> Void
  ) throws(Failure) {
    guard let slot else { return }
    var encoder = BlitEncoder(slot: slot)
    try body(&encoder)
  }

  /// Records what no encoder does.
  mutating func withSlot(_ body: (CommandSlot) -> Void) {
    if let slot { body(slot) }
  }

  /// Starts the commands when `event` has reached `value`.
  public mutating func encodeWait(for event: SharedEvent, value: UInt64) {
    guard let slot else { return }
    slot.wait(for: SemaphorePoint(event.semaphore.raw, value))
    slot.retain(event)
  }

  /// Sets `event` to `value` when the commands are done.
  public mutating func encodeSignal(_ event: SharedEvent, value: UInt64) {
    guard let slot else { return }
    slot.signals.append(SemaphorePoint(event.semaphore.raw, value))
    slot.retain(event)
  }

  /// Keeps `object` until the submission is complete.
  package mutating func retain(_ object: any Sendable & AnyObject) { slot?.retain(object) }

  /// Hands the commands to the device.
  ///
  /// Never throws: what went wrong is the submission's `error`, thrown by `waitUntilCompleted()`
  /// and `completed()`.
  @discardableResult
  public consuming func commit() -> Submission {
    guard let slot else { preconditionFailure("a command buffer is committed once") }
    self.slot = nil
    let submission = Submission(
      device: queue.device, queue: queue.hardware, slot: slot, label: label)
    do throws(GPUError) {
      try slot.end()
      try queue.hardware.submit(slot, submission)
    } catch {
      submission.finish(failure: error)()
    }
    return submission
  }
}
