internal import CVulkan
internal import VKCore

/// Timestamps of a command buffer: at its beginning, where the encoder asks for one, at its end.
///
/// The commands themselves copy the results into memory that the program reads: lavapipe's
/// vkGetQueryPoolResults waits for all of the device's work (Tools/driver-notes.md).
/// One thread at a time records into it.
final class QueryPool: Sendable {
  private let core: DeviceCore
  private let pool: Owned<Kind.QueryPool>
  private let results: BufferStorage
  private let mask: UInt64
  private let used = Locked(0)
  /// The most timestamps of a command buffer; further ones are left out.
  private static let capacity = 64

  init(_ core: DeviceCore, bits: UInt32) throws(GPUError) {
    self.core = core
    mask = bits >= 64 ? .max : (1 << UInt64(bits)) - 1
    results = try BufferStorage(
      core, capacity: 8 * Self.capacity, mode: .storageModeShared, label: "timestamps")
    pool = try Owned(core, "vkCreateQueryPool", label: "timestamps") { handle in
      var info = VkQueryPoolCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO
      info.queryType = VK_QUERY_TYPE_TIMESTAMP
      info.queryCount = UInt32(Self.capacity)
      return core.functions.createQueryPool(core.raw, &info, nil, &handle)
    }
  }

  func begin(_ commands: VkCommandBuffer) {
    core.functions.cmdResetQueryPool(commands, pool.raw, 0, UInt32(Self.capacity))
    core.functions.cmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool.raw, 0)
    used.withLock { $0 = 1 }
  }

  /// Takes the time when all that was recorded so far is done; one place stays free for the end.
  func mark(_ commands: VkCommandBuffer) {
    let index = used.withLock { used -> Int? in
      guard used < Self.capacity - 1 else { return nil }
      defer { used += 1 }
      return used
    }
    guard let index else { return }
    core.functions.cmdWriteTimestamp(
      commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool.raw, UInt32(index))
  }

  func end(_ commands: VkCommandBuffer) {
    let count = used.withLock { used in
      used += 1
      return UInt32(used)
    }
    core.functions.cmdWriteTimestamp(
      commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool.raw, count - 1)
    core.functions.cmdCopyQueryPoolResults(
      commands, pool.raw, 0, count, results.buffer.raw, 0, 8,
      VK_QUERY_RESULT_64_BIT.rawValue | VK_QUERY_RESULT_WAIT_BIT.rawValue)
  }

  /// All timestamps in order, in seconds of the device's clock.
  func times() throws(GPUError) -> [Double] {
    let count = used.withLock { $0 }
    try results.synchronize(0..<8 * count, .toHost)
    guard let contents = results.memory.contents else { return [] }
    let period = Double(core.physical.limits.timestampPeriod) * 1e-9
    return (0..<count).map { index in
      Double(contents.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) & mask) * period
    }
  }
}
