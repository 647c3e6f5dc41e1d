internal import CVulkan

/// Two timestamps around a command buffer.
///
/// The commands themselves copy the results into memory that the program reads: lavapipe's
/// vkGetQueryPoolResults waits for all of the device's work (Tools/driver-notes.md).
final class QueryPool: Sendable {
  private let core: DeviceCore
  private let pool: Owned<Kind.QueryPool>
  private let results: BufferStorage
  private let mask: UInt64

  init(_ core: DeviceCore, bits: UInt32) throws(GPUError) {
    self.core = core
    mask = bits >= 64 ? .max : (1 << UInt64(bits)) - 1
    results = try BufferStorage(
      core, capacity: 16, mode: .storageModeShared, label: "timestamps")
    pool = try Owned(core, "vkCreateQueryPool", label: "timestamps") { handle in
      var info = VkQueryPoolCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO
      info.queryType = VK_QUERY_TYPE_TIMESTAMP
      info.queryCount = 2
      return core.functions.createQueryPool(core.raw, &info, nil, &handle)
    }
  }

  func begin(_ commands: VkCommandBuffer) {
    core.functions.cmdResetQueryPool(commands, pool.raw, 0, 2)
    core.functions.cmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, pool.raw, 0)
  }

  func end(_ commands: VkCommandBuffer) {
    core.functions.cmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool.raw, 1)
    core.functions.cmdCopyQueryPoolResults(
      commands, pool.raw, 0, 2, results.buffer.raw, 0, 8,
      VK_QUERY_RESULT_64_BIT.rawValue | VK_QUERY_RESULT_WAIT_BIT.rawValue)
  }

  func times() throws(GPUError) -> (start: Double, end: Double)? {
    try results.synchronize(0..<16, .toHost)
    guard let contents = results.memory.contents else { return nil }
    let ticks = contents.loadUnaligned(as: SIMD2<UInt64>.self)
    let period = Double(core.physical.limits.timestampPeriod) * 1e-9
    return (Double(ticks[0] & mask) * period, Double(ticks[1] & mask) * period)
  }
}
