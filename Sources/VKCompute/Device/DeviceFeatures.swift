internal import CVulkan

/// Abilities that a device may have beyond the baseline of Vulkan 1.2 with timeline semaphores.
public enum DeviceFeature: String, Sendable, Hashable, CaseIterable {
  /// 16-bit values in storage buffers.
  case storageBuffer16BitAccess
  /// 8-bit values in storage buffers.
  case storageBuffer8BitAccess
  /// Half-precision arithmetic.
  case shaderFloat16
  /// Double-precision arithmetic.
  case shaderFloat64
  /// 8-bit integer arithmetic.
  case shaderInt8
  /// 16-bit integer arithmetic.
  case shaderInt16
  /// 64-bit integer arithmetic.
  case shaderInt64
  /// Storage images of formats beyond the core's few (r8, rg8, r16 …).
  case shaderStorageImageExtendedFormats
  /// Reading storage images whose format the shader does not name.
  case shaderStorageImageReadWithoutFormat
  /// Writing storage images whose format the shader does not name.
  case shaderStorageImageWriteWithoutFormat
  /// Buffers laid out as scalars.
  case scalarBlockLayout
  /// Buffers over memory that the program allocated (`VK_EXT_external_memory_host`).
  case externalMemoryHost
  /// Buffers over memory that other drivers share by file descriptors (`VK_EXT_external_memory_dma_buf`).
  case externalMemoryDMABuffer
  /// Pictures shown in windows (`VK_KHR_swapchain`).
  case swapchain
}

/// The chain of feature structures that is asked of a driver and handed back to it.
struct FeatureChain {
  var core = VkPhysicalDeviceFeatures()
  var v11 = VkPhysicalDeviceVulkan11Features()
  var v12 = VkPhysicalDeviceVulkan12Features()

  init() {
    v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES
    v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES
  }

  /// Calls `body` with the structures linked; they are unlinked again after it.
  mutating func withChain<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<VkPhysicalDeviceFeatures2>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var features = VkPhysicalDeviceFeatures2()
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
    features.features = core
    let result = try link(&features, &v11, &v12, body)
    core = features.features
    v11.pNext = nil
    return result
  }

  private func link<Result, Failure: Error>(
    _ first: UnsafeMutablePointer<VkPhysicalDeviceFeatures2>,
    _ second: UnsafeMutablePointer<VkPhysicalDeviceVulkan11Features>,
    _ third: UnsafeMutablePointer<VkPhysicalDeviceVulkan12Features>,
    _ body: (UnsafeMutablePointer<VkPhysicalDeviceFeatures2>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    first.pointee.pNext = UnsafeMutableRawPointer(second)
    second.pointee.pNext = UnsafeMutableRawPointer(third)
    return try body(first)
  }

  var hasTimelineSemaphore: Bool { v12.timelineSemaphore != 0 }

  /// The features that are on.
  var features: Set<DeviceFeature> {
    let flags: [(DeviceFeature, VkBool32)] = [
      (.storageBuffer16BitAccess, v11.storageBuffer16BitAccess),
      (.storageBuffer8BitAccess, v12.storageBuffer8BitAccess),
      (.shaderFloat16, v12.shaderFloat16), (.shaderFloat64, core.shaderFloat64),
      (.shaderInt8, v12.shaderInt8), (.shaderInt16, core.shaderInt16),
      (.shaderInt64, core.shaderInt64),
      (.shaderStorageImageExtendedFormats, core.shaderStorageImageExtendedFormats),
      (.shaderStorageImageReadWithoutFormat, core.shaderStorageImageReadWithoutFormat),
      (.shaderStorageImageWriteWithoutFormat, core.shaderStorageImageWriteWithoutFormat),
      (.scalarBlockLayout, v12.scalarBlockLayout),
    ]
    return Set(flags.filter { $0.1 != 0 }.map(\.0))
  }

  /// What to enable: all that this engine knows of and the device has.
  var enabled: FeatureChain {
    var chain = FeatureChain()
    chain.v11.storageBuffer16BitAccess = v11.storageBuffer16BitAccess
    chain.v12.timelineSemaphore = v12.timelineSemaphore
    chain.v12.storageBuffer8BitAccess = v12.storageBuffer8BitAccess
    chain.v12.shaderFloat16 = v12.shaderFloat16
    chain.v12.shaderInt8 = v12.shaderInt8
    chain.v12.scalarBlockLayout = v12.scalarBlockLayout
    chain.core.shaderFloat64 = core.shaderFloat64
    chain.core.shaderInt16 = core.shaderInt16
    chain.core.shaderInt64 = core.shaderInt64
    chain.core.shaderStorageImageExtendedFormats = core.shaderStorageImageExtendedFormats
    chain.core.shaderStorageImageReadWithoutFormat = core.shaderStorageImageReadWithoutFormat
    chain.core.shaderStorageImageWriteWithoutFormat = core.shaderStorageImageWriteWithoutFormat
    return chain
  }
}
