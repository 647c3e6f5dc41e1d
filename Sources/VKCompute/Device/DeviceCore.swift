internal import CVulkan
internal import VKCore

/// The logical device and what every object made from it needs: functions, counters, the retire
/// list, the order of submissions.
///
/// Every owned handle holds it, so the `VkDevice` goes last.
final class DeviceCore: @unchecked Sendable {
  // SAFETY: all fields are constants or guard themselves; a VkDevice may be used from any thread.
  let physical: PhysicalDevice
  let raw: VkDevice
  let functions: DeviceFunctions
  /// What showing pictures in windows takes; nil where the device cannot.
  let swapchains: SwapchainFunctions?
  let faults: FaultPlan?
  let statistics = StatisticsCounter()
  let features: Set<DeviceFeature>
  let families: QueueFamilies
  /// Guards the order of submissions on all queues and every `ResourceUsage`.
  let order = Locked<[QueueOrder]>([QueueOrder(), QueueOrder()])
  private let retired = Locked<[RetiredObject]>([])

  /// `sharingQueue` makes a transfer queue over the queue that computes, where there is no other.
  init(
    _ physical: PhysicalDevice, faults: FaultPlan?, sharingQueue: Bool
  ) throws(GPUError) {
    guard physical.description.missing.isEmpty else {
      throw GPUError(
        .noDevice, operation: physical.description.name,
        detail: "the device lacks " + physical.description.missing.joined(separator: ", ")
          + "; choose another one with VKFILTER_DEVICE (see vkfilter devices)")
    }
    let instance = physical.instance
    families = QueueFamilies(physical.queueFamilies, sharing: sharingQueue)
    var chain = physical.features.enabled
    let wanted: [(names: [String], feature: DeviceFeature)] =
      [([hostImportName], .externalMemoryHost), (dmaImportNames, .externalMemoryDMABuffer)]
      + (instance.surfaces == nil ? [] : [([swapchainName], .swapchain)])
    let extensions = wanted.filter { physical.extensions.isSuperset(of: $0.names) }
    features = chain.features.union(extensions.map(\.feature))
    let names = CStrings(extensions.flatMap(\.names))
    let raw = try Self.makeDevice(physical, families, &chain, names, faults)
    let lookUp = instance.functions.getDeviceProcAddr
    functions = try DeviceFunctions { lookUp(raw, $0) }
    swapchains = features.contains(.swapchain) ? try SwapchainFunctions { lookUp(raw, $0) } : nil
    faults?.created()
    self.physical = physical
    self.raw = raw
    self.faults = faults
  }

  deinit {
    drainRetired()
    functions.destroyDevice(raw, nil)
    faults?.destroyed()
  }

  private static func makeDevice(
    _ physical: PhysicalDevice, _ families: QueueFamilies, _ chain: inout FeatureChain,
    _ extensions: CStrings, _ faults: FaultPlan?
  ) throws(GPUError) -> VkDevice {
    var device: VkDevice?
    var priority: Float = 1
    let result = withUnsafePointer(to: &priority) { priority in
      let queues = families.distinct.map { family in
        var info = VkDeviceQueueCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO
        info.queueFamilyIndex = family
        info.queueCount = 1
        info.pQueuePriorities = priority
        return info
      }
      return queues.withUnsafeBufferPointer { queues in
        chain.withChain { features in
          var info = VkDeviceCreateInfo()
          info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO
          info.pNext = UnsafeRawPointer(features)
          info.queueCreateInfoCount = UInt32(queues.count)
          info.pQueueCreateInfos = queues.baseAddress
          info.enabledExtensionCount = extensions.count
          info.ppEnabledExtensionNames = extensions.pointer
          return attempt(faults, "vkCreateDevice") {
            physical.instance.functions.createDevice(physical.raw, &info, nil, &device)
          }
        }
      }
    }
    guard result == VK_SUCCESS, let device else { throw GPUError(result, "vkCreateDevice") }
    return device
  }

  /// Makes a Vulkan call and throws its failure.
  func check(_ operation: StaticString, _ call: () -> VkResult) throws(GPUError) {
    try VKCompute.check(faults, operation, call)
  }

  /// Throws when the device lacks `feature`.
  func require(_ feature: DeviceFeature, for purpose: String) throws(GPUError) {
    guard !features.contains(feature) else { return }
    throw GPUError(
      .missingFeature, operation: purpose,
      detail: "\(physical.description.name) lacks \(feature.rawValue); update the driver or choose "
        + "another device with VKFILTER_DEVICE")
  }

  // MARK: Labels

  func setLabel(_ label: String, of object: OpaquePointer, type: VkObjectType) {
    guard let setName = functions.setDebugUtilsObjectName, !label.isEmpty else { return }
    label.withCString { label in
      var info = VkDebugUtilsObjectNameInfoEXT()
      info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT
      info.objectType = type
      info.objectHandle = UInt64(UInt(bitPattern: object))
      info.pObjectName = label
      _ = setName(raw, &info)
    }
  }

  // MARK: Destruction

  func retire(_ object: RetiredObject) { retired.withLock { $0.append(object) } }

  /// Destroys what was let go of: the only place where Vulkan objects of a device are destroyed.
  func drainRetired() {
    let objects = retired.withLock { list -> [RetiredObject] in
      guard !list.isEmpty else { return [] }
      defer { list.removeAll(keepingCapacity: true) }
      return list
    }
    for object in objects {
      destroy(object)
      faults?.destroyed()
      object.afterDestruction?()
    }
  }

  private func destroy(_ object: RetiredObject) {
    switch object.kind {
    case .buffer: functions.destroyBuffer(raw, object.raw, nil)
    case .bufferView: functions.destroyBufferView(raw, object.raw, nil)
    case .commandPool: functions.destroyCommandPool(raw, object.raw, nil)
    case .descriptorPool: functions.destroyDescriptorPool(raw, object.raw, nil)
    case .descriptorSetLayout: functions.destroyDescriptorSetLayout(raw, object.raw, nil)
    case .image: functions.destroyImage(raw, object.raw, nil)
    case .imageView: functions.destroyImageView(raw, object.raw, nil)
    case .memory:
      functions.freeMemory(raw, object.raw, nil)
      statistics.freed(bytes: object.bytes)
    case .pipeline: functions.destroyPipeline(raw, object.raw, nil)
    case .pipelineCache: functions.destroyPipelineCache(raw, object.raw, nil)
    case .pipelineLayout: functions.destroyPipelineLayout(raw, object.raw, nil)
    case .queryPool: functions.destroyQueryPool(raw, object.raw, nil)
    case .sampler: functions.destroySampler(raw, object.raw, nil)
    case .semaphore: functions.destroySemaphore(raw, object.raw, nil)
    case .shaderModule: functions.destroyShaderModule(raw, object.raw, nil)
    case .swapchain: swapchains?.destroySwapchain(raw, object.raw, nil)
    }
  }
}

/// The queue families that a device is made with.
struct QueueFamilies: Sendable {
  /// Computes and copies.
  let compute: UInt32
  /// Only copies, beside the other; nil where the device has no such queue.
  let transfer: UInt32?
  /// Meaningful bits of a timestamp, by queue.
  let timestampBits: [UInt32]

  init(_ families: [VkQueueFamilyProperties], sharing: Bool) {
    func flag(_ family: VkQueueFamilyProperties, _ bit: VkQueueFlagBits) -> Bool {
      family.queueFlags & bit.rawValue != 0
    }
    let compute = families.firstIndex { flag($0, VK_QUEUE_COMPUTE_BIT) } ?? 0
    let transfer = families.firstIndex {
      flag($0, VK_QUEUE_TRANSFER_BIT) && !flag($0, VK_QUEUE_COMPUTE_BIT)
        && !flag($0, VK_QUEUE_GRAPHICS_BIT)
    }
    self.compute = UInt32(compute)
    self.transfer = (transfer ?? (sharing ? compute : nil)).map(UInt32.init)
    timestampBits = [compute, transfer ?? compute].compactMap { $0 }.map {
      families[$0].timestampValidBits
    }
  }

  /// The family of each queue.
  var indices: [UInt32] { [compute] + (transfer.map { [$0] } ?? []) }
  /// Every family once.
  var distinct: [UInt32] { transfer == compute ? [compute] : indices }
}
