internal import CVulkan

/// A number that only grows, set and waited for by the device and the program alike.
///
/// Thread-safe. A timeline semaphore.
public final class SharedEvent: Sendable {
  private let core: DeviceCore
  let semaphore: Owned<Kind.Semaphore>

  init(_ core: DeviceCore, value: UInt64, label: String) throws(GPUError) {
    self.core = core
    semaphore = try core.makeTimeline(label: label, initialValue: value)
  }

  /// The value now.
  ///
  /// - Throws: `GPUError` when the device is lost.
  public var value: UInt64 {
    get throws(GPUError) {
      var value: UInt64 = 0
      try core.check("vkGetSemaphoreCounterValue") {
        core.functions.getSemaphoreCounterValue(core.raw, semaphore.raw, &value)
      }
      return value
    }
  }

  /// Sets the value, from the program; it must be larger than the one before.
  ///
  /// - Throws: `GPUError` when memory runs out.
  public func signal(_ value: UInt64) throws(GPUError) {
    try core.check("vkSignalSemaphore") {
      var info = VkSemaphoreSignalInfo()
      info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO
      info.semaphore = semaphore.raw
      info.value = value
      return core.functions.signalSemaphore(core.raw, &info)
    }
  }

  /// Blocks until the value is reached and says whether it was.
  ///
  /// Waits for `timeout` seconds at most; nil waits for ever.
  ///
  /// - Throws: `GPUError` when the device is lost.
  public func wait(for value: UInt64, timeout: Double? = nil) throws(GPUError) -> Bool {
    let nanoseconds = timeout.map { UInt64(max(0, min($0, 1e9)) * 1e9) } ?? .max
    return try core.waitForSemaphore(semaphore.raw, value, timeout: nanoseconds)
  }
}
