internal import CVulkan

/// A recycled command buffer with all that recording needs, so that a warm frame makes no Vulkan
/// object.
final class CommandSlot: @unchecked Sendable {
  // SAFETY: has one user at a time: a CommandBuffer, then its Submission, then the queue's list of
  // free ones.
  let core: DeviceCore
  let canCompute: Bool
  let arena: ByteArena
  let descriptors: DescriptorCache
  /// Where it waits to be used again, while that lives.
  private(set) weak var pool: SlotPool?
  private let buffer: CommandPool
  var commands: VkCommandBuffer { buffer.commands }
  private let queries: QueryPool?

  var encoder = EncoderState()
  var failure: GPUError?
  var signals: [SemaphorePoint] = []
  private var waits: [SemaphorePoint] = []
  private(set) var resources: [ResourceUse] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var retained: [any Sendable & AnyObject] = []
  /// Barriers recorded so far.
  private var epoch = 0
  private(set) var barriers = 0
  var dispatches = 0
  var copies = 0

  init(_ queue: HardwareQueue, of pool: SlotPool) throws(GPUError) {
    core = queue.core
    self.pool = pool
    canCompute = queue.canCompute
    buffer = try CommandPool(core, family: queue.family, label: "commands")
    let bits = core.families.timestampBits[queue.index]
    queries = bits > 0 ? try QueryPool(core, bits: bits) : nil
    arena = ByteArena(core)
    descriptors = DescriptorCache(core)
  }

  /// Whether a barrier within the command buffer orders it after earlier submissions.
  var hasBarrier: Bool { epoch > 0 }

  // MARK: Recording

  func begin() throws(GPUError) {
    try core.check("vkResetCommandPool") {
      core.functions.resetCommandPool(core.raw, buffer.owned.raw, 0)
    }
    var info = VkCommandBufferBeginInfo()
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT.rawValue
    try core.check("vkBeginCommandBuffer") { core.functions.beginCommandBuffer(commands, &info) }
    queries?.begin(commands)
  }

  func end() throws(GPUError) {
    if let failure { throw failure }
    try arena.flush()
    queries?.end(commands)
    if queries != nil || resources.contains(where: { $0.total.writes && $0.isHostVisible }) {
      core.recordBarrier(commands, canCompute: canCompute, toHost: true)
    }
    try core.check("vkEndCommandBuffer") { core.functions.endCommandBuffer(commands) }
  }

  /// Takes the time when all that was recorded so far is done.
  func mark() { queries?.mark(commands) }

  /// When the device began, passed marks and ended, in seconds of its own clock; empty without
  /// timestamps.
  func times() throws(GPUError) -> [Double] { try queries?.times() ?? [] }

  /// Forgets everything but what is worth keeping.
  func reset() {
    resources.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    retained.removeAll(keepingCapacity: true)
    signals.removeAll(keepingCapacity: true)
    waits.removeAll(keepingCapacity: true)
    encoder.reset()
    arena.reset()
    descriptors.reset()
    failure = nil
    (epoch, barriers, dispatches, copies) = (0, 0, 0, 0)
  }

  /// Keeps `object` until the submission is complete.
  func retain(_ object: any Sendable & AnyObject) { retained.append(object) }

  func wait(for point: SemaphorePoint) { waits.append(point) }

  // MARK: Hazards

  /// Orders the next command after what it depends on, by one barrier if it takes any, and notes
  /// what it touches.
  func access(_ list: [(resource: any TrackedResource, access: ResourceUse.Access)]) {
    var needsBarrier = false
    for (resource, access) in list {
      guard let place = places[ObjectIdentifier(resource.usage)] else { continue }
      if resources[place].needsBarrier(access, epoch) { needsBarrier = true }
    }
    if needsBarrier {
      core.recordBarrier(commands, canCompute: canCompute)
      barriers += 1
      epoch += 1
    }
    for (resource, access) in list { resources[place(of: resource)].add(access, epoch) }
  }

  private func place(of resource: any TrackedResource) -> Int {
    let key = ObjectIdentifier(resource.usage)
    if let place = places[key] { return place }
    places[key] = resources.count
    resources.append(ResourceUse(resource))
    retained.append(resource)
    return resources.count - 1
  }

  /// What must be signalled before the device may start: asked for, or work of other queues on the
  /// same resources.
  func semaphoreWaits(for queue: HardwareQueue, _ orders: [QueueOrder]) -> [SemaphorePoint] {
    var points = waits
    for other in orders.indices where other != queue.index {
      let value = resources.map { $0.value(toWaitForOn: other) }.max() ?? 0
      guard value > 0, let timeline = orders[other].timeline else { continue }
      points.append(SemaphorePoint(timeline.raw, value))
    }
    return points
  }
}

extension CommandSlot {
  /// Names the command buffer in captures and validation messages.
  func setLabel(_ label: String) {
    guard ValidationLog.isRequested else { return }
    core.setLabel(label, of: commands, type: VK_OBJECT_TYPE_COMMAND_BUFFER)
  }
}
