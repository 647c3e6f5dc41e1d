internal import CVulkan
internal import VKCore

extension DeviceCore {
  /// A semaphore that counts up.
  func makeTimeline(
    label: String, initialValue: UInt64 = 0
  ) throws(GPUError) -> Owned<Kind.Semaphore> {
    try Owned(self, "vkCreateSemaphore", label: label) { handle in
      var type = VkSemaphoreTypeCreateInfo()
      type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO
      type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE
      type.initialValue = initialValue
      return withUnsafePointer(to: type) { type in
        var info = VkSemaphoreCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO
        info.pNext = UnsafeRawPointer(type)
        return functions.createSemaphore(raw, &info, nil, &handle)
      }
    }
  }

  /// A semaphore that is set once and taken once, as windows need them.
  func makeSemaphore(label: String) throws(GPUError) -> Owned<Kind.Semaphore> {
    try Owned(self, "vkCreateSemaphore", label: label) { handle in
      var info = VkSemaphoreCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO
      return functions.createSemaphore(raw, &info, nil, &handle)
    }
  }

  /// Blocks until the device has nothing to do any more.
  func waitUntilIdle() throws(GPUError) {
    // No queue may be used meanwhile.
    let result = order.withLock { _ in
      attempt(faults, "vkDeviceWaitIdle") { functions.deviceWaitIdle(raw) }
    }
    guard result.rawValue >= 0 else { throw GPUError(result, "vkDeviceWaitIdle") }
  }

  /// Blocks until `semaphore` has reached `value`.
  func waitForSemaphore(_ semaphore: VkSemaphore, _ value: UInt64) throws(GPUError) {
    while try !waitForSemaphore(semaphore, value, timeout: .max) {}
  }

  /// Blocks until `semaphore` has reached `value`, at most `timeout` nanoseconds; false when it did
  /// not.
  func waitForSemaphore(
    _ semaphore: VkSemaphore, _ value: UInt64, timeout: UInt64
  ) throws(GPUError) -> Bool {
    let operation: StaticString =
      timeout == .max ? "vkWaitSemaphores" : "vkWaitSemaphores with a timeout"
    let result = attempt(faults, operation) {
      withUnsafePointer(to: Optional(semaphore)) { semaphore in
        withUnsafePointer(to: value) { value in
          var info = VkSemaphoreWaitInfo()
          info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO
          info.semaphoreCount = 1
          info.pSemaphores = semaphore
          info.pValues = value
          return functions.waitSemaphores(raw, &info, timeout)
        }
      }
    }
    guard result.rawValue >= 0 else { throw GPUError(result, operation) }
    return result == VK_SUCCESS
  }

  /// Records a barrier between all that came before and all that comes after: whole stages, memory
  /// of every kind.
  ///
  /// `toHost` is for the end of a command buffer whose results the program reads.
  func recordBarrier(_ commands: VkCommandBuffer, canCompute: Bool, toHost: Bool = false) {
    let work =
      VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
      | (canCompute ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue : 0)
    let writes =
      VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
      | (canCompute ? VK_ACCESS_SHADER_WRITE_BIT.rawValue : 0)
    let reads =
      VK_ACCESS_TRANSFER_READ_BIT.rawValue
      | (canCompute
        ? VK_ACCESS_SHADER_READ_BIT.rawValue | VK_ACCESS_UNIFORM_READ_BIT.rawValue : 0)
    var barrier = VkMemoryBarrier()
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER
    barrier.srcAccessMask = writes
    barrier.dstAccessMask = toHost ? VK_ACCESS_HOST_READ_BIT.rawValue : reads | writes
    functions.cmdPipelineBarrier(
      commands, work, toHost ? VK_PIPELINE_STAGE_HOST_BIT.rawValue : work, 0, 1, &barrier, 0, nil,
      0, nil)
  }
}

/// A pool and its one command buffer, which is recorded anew by resetting the pool.
final class CommandPool: @unchecked Sendable {
  // SAFETY: constants; who records when is the holder's rule.
  let owned: Owned<Kind.CommandPool>
  let commands: VkCommandBuffer

  init(_ core: DeviceCore, family: UInt32, label: String) throws(GPUError) {
    let pool = try Owned<Kind.CommandPool>(core, "vkCreateCommandPool", label: label) { handle in
      var info = VkCommandPoolCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO
      info.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT.rawValue
      info.queueFamilyIndex = family
      return core.functions.createCommandPool(core.raw, &info, nil, &handle)
    }
    let raw = pool.raw
    var commands: VkCommandBuffer?
    try core.check("vkAllocateCommandBuffers") {
      var info = VkCommandBufferAllocateInfo()
      info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO
      info.commandPool = raw
      info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY
      info.commandBufferCount = 1
      return core.functions.allocateCommandBuffers(core.raw, &info, &commands)
    }
    guard let commands else { throw GPUError(VK_ERROR_UNKNOWN, "vkAllocateCommandBuffers") }
    self.commands = commands
    owned = pool
  }
}
