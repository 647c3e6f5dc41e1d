internal import CVulkan
internal import Glibc
internal import VKCore

/// The order of submissions on one queue; lives behind the device's `order` lock.
struct QueueOrder {
  /// The queue's timeline; nil while there is no such queue.
  var timeline: Handle<Kind.Semaphore>?
  /// The timeline value of the last submission.
  var submitted: UInt64 = 0
  /// Submissions up to this value are ordered before whatever comes now, by a barrier in between.
  var fencedThrough: UInt64 = 0
  /// Submissions that are not known to be complete, oldest first.
  var pending: [Submission] = []
}

/// A queue of the device with its timeline, its recycled command buffers and the thread that
/// resumes completions.
///
/// The thread holds the queue, and so the `VkDevice`; whatever is submitted holds the `Device`.
final class HardwareQueue: @unchecked Sendable {
  // SAFETY: `raw` is used only with the device's `order` locked; the rest are constants or guard
  // themselves.
  let core: DeviceCore
  let index: Int
  let family: UInt32
  let raw: VkQueue
  let canCompute: Bool
  let timeline: Owned<Kind.Semaphore>
  /// Holds one command buffer that is nothing but a barrier.
  private let fence: CommandPool
  /// The recycled command buffers of queues that keep none of their own.
  let slots = SlotPool()
  private let completion = Locked(Completion())

  private struct Completion {
    var submitted: UInt64 = 0
    var finished: UInt64 = 0
    var reaper: pthread_t?
    var hasThread = false
    var isStopped = false
  }

  init(_ core: DeviceCore, index: Int) throws(GPUError) {
    let family = core.families.indices[index]
    var queue: VkQueue?
    core.functions.getDeviceQueue(core.raw, family, 0, &queue)
    guard let queue else { throw GPUError(VK_ERROR_INITIALIZATION_FAILED, "vkGetDeviceQueue") }
    timeline = try core.makeTimeline(label: "queue \(index)")
    canCompute = index == 0
    fence = try CommandPool(core, family: family, label: "barrier")
    raw = queue
    self.core = core
    self.index = index
    self.family = family
    try recordFence()
    core.order.withLock { $0[index].timeline = timeline.handle }
  }

  private func recordFence() throws(GPUError) {
    var begin = VkCommandBufferBeginInfo()
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO
    begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT.rawValue
    try core.check("vkBeginCommandBuffer") {
      core.functions.beginCommandBuffer(fence.commands, &begin)
    }
    core.recordBarrier(fence.commands, canCompute: canCompute)
    try core.check("vkEndCommandBuffer") { core.functions.endCommandBuffer(fence.commands) }
  }

  // MARK: Command buffers

  /// A command buffer ready to be recorded: a recycled one if any waits.
  func takeSlot(from pool: SlotPool) throws(GPUError) -> CommandSlot {
    core.drainRetired()
    let slot = if let recycled = pool.take() { recycled } else { try CommandSlot(self, of: pool) }
    do throws(GPUError) {
      try slot.begin()
    } catch {
      putBack(slot)
      throw error
    }
    return slot
  }

  /// Takes back a command buffer that the device has no use for any more.
  func putBack(_ slot: CommandSlot) {
    slot.reset()
    slot.pool?.put(slot)
  }

  // MARK: Submitting

  /// Hands `slot` to the device after what it depends on.
  func submit(_ slot: CommandSlot, _ submission: Submission) throws(GPUError) {
    try core.order.withLock { orders throws(GPUError) in
      let needsFence = slot.resources.contains { $0.conflicts(with: orders[index], on: index) }
      let waits = slot.semaphoreWaits(for: self, orders)
      let value = orders[index].submitted + 1
      var commands: [VkCommandBuffer?] =
        needsFence ? [fence.commands, slot.commands] : [slot.commands]
      try submit(&commands, waits: waits, signals: slot.signals + [.init(timeline.raw, value)])
      orders[index].submitted = value
      if needsFence || slot.hasBarrier { orders[index].fencedThrough = value - 1 }
      for resource in slot.resources { resource.record(value, on: index) }
      submission.submitted(value)
      orders[index].pending.append(submission)
      core.statistics.update { statistics in
        statistics.submissions += 1
        statistics.dispatches += slot.dispatches
        statistics.copies += slot.copies
        statistics.barriers += slot.barriers + (needsFence ? 1 : 0)
      }
    }
    wakeThread(submission.timelineValue)
  }

  private func submit(
    _ commands: inout [VkCommandBuffer?], waits: [SemaphorePoint], signals: [SemaphorePoint]
  ) throws(GPUError) {
    let stages = waits.map { _ in VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue }
    try core.check("vkQueueSubmit") {
      withPoints(waits) { waits, waitValues in
        withPoints(signals) { signals, signalValues in
          var timeline = VkTimelineSemaphoreSubmitInfo()
          timeline.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO
          timeline.waitSemaphoreValueCount = UInt32(waitValues.count)
          timeline.pWaitSemaphoreValues = waitValues.baseAddress
          timeline.signalSemaphoreValueCount = UInt32(signalValues.count)
          timeline.pSignalSemaphoreValues = signalValues.baseAddress
          return withUnsafePointer(to: timeline) { timeline in
            commands.withUnsafeBufferPointer { commands in
              stages.withUnsafeBufferPointer { stages in
                var info = VkSubmitInfo()
                info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO
                info.pNext = UnsafeRawPointer(timeline)
                info.waitSemaphoreCount = UInt32(waits.count)
                info.pWaitSemaphores = waits.baseAddress
                info.pWaitDstStageMask = stages.baseAddress
                info.commandBufferCount = UInt32(commands.count)
                info.pCommandBuffers = commands.baseAddress
                info.signalSemaphoreCount = UInt32(signals.count)
                info.pSignalSemaphores = signals.baseAddress
                return core.functions.queueSubmit(raw, 1, &info, nil)
              }
            }
          }
        }
      }
    }
  }

  /// Hands a picture of a window to it, after the work that signals `semaphore`.
  func present(_ swapchain: VkSwapchainKHR, image: UInt32, after semaphore: VkSemaphore) -> VkResult
  {
    guard let functions = core.swapchains else { return VK_ERROR_EXTENSION_NOT_PRESENT }
    var (swapchains, semaphores) = (Optional(swapchain), Optional(semaphore))
    var image = image
    return withUnsafePointer(to: &swapchains) { swapchains in
      withUnsafePointer(to: &semaphores) { semaphores in
        withUnsafePointer(to: &image) { image in
          var info = VkPresentInfoKHR()
          info.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR
          info.waitSemaphoreCount = 1
          info.pWaitSemaphores = semaphores
          info.swapchainCount = 1
          info.pSwapchains = swapchains
          info.pImageIndices = image
          return core.order.withLock { _ in
            attempt(core.faults, "vkQueuePresentKHR") { functions.queuePresent(raw, &info) }
          }
        }
      }
    }
  }

  // MARK: Completing

  /// Blocks until the device has reached `value` and everything up to it is tidied up, at most so many seconds.
  func wait(for value: UInt64, timeout: Double? = nil) throws(GPUError) {
    let nanoseconds = timeout.map { UInt64($0 * 1e9) } ?? .max
    guard try core.waitForSemaphore(timeline.raw, value, timeout: nanoseconds) else {
      throw GPUError(
        .timeout, operation: "vkWaitSemaphores",
        detail:
          "the device has not answered for \(timeout ?? 0) s; its driver hangs or the work is too"
          + " much for it: try smaller pictures, another device or a longer timeout")
    }
    reap(through: value, failure: nil)
  }

  /// Ends the thread; nothing is pending any more when the device calls this.
  func stop() { completion.signal { $0.isStopped = true } }

  private func wakeThread(_ value: UInt64) {
    let start = completion.signal { state -> Bool in
      state.submitted = max(state.submitted, value)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if start { startThread() }
  }

  private func startThread() {
    let box = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<HardwareQueue>.fromOpaque(box).takeRetainedValue().runThread() }
        return nil
      }, box)
    guard failed == 0 else {
      // Without the thread completions are resumed by whoever waits; it is tried again next time.
      Unmanaged<HardwareQueue>.fromOpaque(box).release()
      completion.withLock { $0.hasThread = false }
      return
    }
    pthread_detach(thread)
  }

  private func runThread() {
    while true {
      let next = completion.wait { state -> UInt64? in
        if state.isStopped { return 0 }
        return state.submitted > state.finished ? state.finished + 1 : nil
      }
      guard next > 0 else { return }
      do throws(GPUError) {
        try core.waitForSemaphore(timeline.raw, next)
        reap(through: next, failure: nil)
      } catch {
        // The device may still be running what cannot be waited for: nothing is released before it
        // is idle.
        _ = core.functions.deviceWaitIdle(core.raw)
        reap(through: completion.withLock { $0.submitted }, failure: error)
      }
    }
  }

  /// Finishes submissions in order, each once; returns when those up to `value` are finished.
  ///
  /// One thread at a time does it, so that handlers run in order; a handler that waits for a later
  /// submission goes on with the work itself.
  private func reap(through value: UInt64, failure: GPUError?) {
    let me = pthread_self()
    let role = completion.wait { state -> Role? in
      guard let reaper = state.reaper else {
        state.reaper = me
        return .reaper
      }
      if pthread_equal(reaper, me) != 0 { return .nested }
      return state.finished >= value ? .bystander : nil
    }
    guard role != .bystander else { return }
    while let submission = nextPending(through: value) {
      let completed = submission.finish(failure: failure)
      completion.signal { $0.finished = max($0.finished, submission.timelineValue) }
      completed()
    }
    if role == .reaper { completion.signal { $0.reaper = nil } }
    core.drainRetired()
  }

  private enum Role { case reaper, nested, bystander }

  private func nextPending(through value: UInt64) -> Submission? {
    core.order.withLock { orders in
      guard let first = orders[index].pending.first, first.timelineValue <= value else {
        return nil
      }
      return orders[index].pending.removeFirst()
    }
  }
}

/// Command buffers that wait to be used again.
final class SlotPool: Sendable {
  private let waiting = Locked<[CommandSlot]>([])

  func take() -> CommandSlot? { waiting.withLock { $0.popLast() } }
  func put(_ slot: CommandSlot) { waiting.withLock { $0.append(slot) } }
}

/// A value of a timeline semaphore.
struct SemaphorePoint: @unchecked Sendable {
  // SAFETY: a handle is a name; its owner is retained by the submission that waits or signals.
  let semaphore: VkSemaphore
  let value: UInt64

  init(_ semaphore: VkSemaphore, _ value: UInt64) {
    self.semaphore = semaphore
    self.value = value
  }
}

/// Gives points as the two arrays that Vulkan takes.
private func withPoints<Result>(
  _ points: [SemaphorePoint],
  _ body: (UnsafeBufferPointer<VkSemaphore?>, UnsafeBufferPointer<UInt64>) -> Result
) -> Result {
  let handles = points.map { VkSemaphore?($0.semaphore) }
  return handles.withUnsafeBufferPointer { handles in
    points.map(\.value).withUnsafeBufferPointer { body(handles, $0) }
  }
}
