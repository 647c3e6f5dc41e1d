internal import CVulkan
internal import Glibc
internal import VKCore

/// Gives memory back to the program once the device has let go of it.
final class Deallocator: @unchecked Sendable {
  // SAFETY: the pointer is only handed through; `isArmed` guards itself.
  private let bytes: UnsafeMutableRawPointer
  private let length: Int
  private let body: (@Sendable (UnsafeMutableRawPointer, Int) -> Void)?
  private let isArmed = Locked(false)

  init(
    _ bytes: UnsafeMutableRawPointer, _ length: Int,
    _ body: (@Sendable (UnsafeMutableRawPointer, Int) -> Void)?
  ) {
    self.bytes = bytes
    self.length = length
    self.body = body
  }

  /// From now on the memory is the buffer's.
  func arm() { isArmed.withLock { $0 = true } }

  func run() {
    if isArmed.withLock({ $0 }) { body?(bytes, length) }
  }
}

/// Memory of others that a buffer can lie in.
enum ForeignMemory {
  case host(UnsafeMutableRawPointer)
  /// A file descriptor.
  case dmaBuffer(Int32)

  var handleType: VkExternalMemoryHandleTypeFlagBits {
    switch self {
    case .host: VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT
    case .dmaBuffer: VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT
    }
  }

  fileprivate var feature: DeviceFeature {
    switch self {
    case .host: .externalMemoryHost
    case .dmaBuffer: .externalMemoryDMABuffer
    }
  }

  /// The call that makes a buffer of it.
  fileprivate var purpose: String {
    switch self {
    case .host: "makeBuffer(bytesNoCopy:)"
    case .dmaBuffer: "makeBuffer(dmaBuffer:)"
    }
  }

  fileprivate var contents: UnsafeMutableRawPointer? {
    switch self {
    case .host(let bytes): bytes
    case .dmaBuffer: nil
    }
  }
}

extension DeviceCore {
  /// Makes device memory of memory of others.
  ///
  /// - Throws: `GPUError` when the device cannot import, or not this memory.
  func importMemory(
    _ foreign: ForeignMemory, _ length: Int, types: UInt32, label: String,
    deallocator: (@Sendable () -> Void)?
  ) throws(GPUError) -> Memory {
    try require(foreign.feature, for: foreign.purpose)
    let allowed = try memoryTypes(of: foreign) & types
    guard
      let type = physical.memoryTypes.indices.first(where: { allowed & 1 << UInt32($0) != 0 })
    else {
      throw GPUError(
        .missingFeature, operation: foreign.purpose,
        detail: "the device cannot use memory at this place; copy it instead")
    }
    let owned = try Owned<Kind.Memory>(
      self, "vkAllocateMemory", label: label, bytes: length, afterDestruction: deallocator
    ) { allocate(foreign, size: length, type: type, &$0) }
    let coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
    return Memory(
      owned: owned, contents: foreign.contents,
      isCoherent: physical.memoryTypes[type].propertyFlags & coherent != 0)
  }

  /// The memory types, as bits, that the device reads such memory as.
  private func memoryTypes(of foreign: ForeignMemory) throws(GPUError) -> UInt32 {
    switch foreign {
    case .host(let bytes):
      guard let getProperties = functions.getMemoryHostPointerProperties else { return 0 }
      var properties = VkMemoryHostPointerPropertiesEXT()
      properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT
      try check("vkGetMemoryHostPointerPropertiesEXT") {
        getProperties(raw, foreign.handleType, bytes, &properties)
      }
      return properties.memoryTypeBits
    case .dmaBuffer(let descriptor):
      guard let getProperties = functions.getMemoryFdProperties, takesBuffers(in: foreign) else {
        return 0
      }
      var properties = VkMemoryFdPropertiesKHR()
      properties.sType = VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR
      try check("vkGetMemoryFdPropertiesKHR") {
        getProperties(raw, foreign.handleType, descriptor, &properties)
      }
      return properties.memoryTypeBits
    }
  }

  /// Whether buffers can lie in such memory, and not only in memory that is made for each of them.
  private func takesBuffers(in foreign: ForeignMemory) -> Bool {
    var info = VkPhysicalDeviceExternalBufferInfo()
    info.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO
    info.usage = BufferStorage.usageFlags
    info.handleType = foreign.handleType
    var properties = VkExternalBufferProperties()
    properties.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES
    physical.instance.functions.getPhysicalDeviceExternalBufferProperties(
      physical.raw, &info, &properties)
    let features = properties.externalMemoryProperties.externalMemoryFeatures
    return features & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT.rawValue != 0
      && features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT.rawValue == 0
  }

  private func allocate(
    _ foreign: ForeignMemory, size: Int, type: Int, _ handle: inout VkDeviceMemory?
  ) -> VkResult {
    switch foreign {
    case .host(let bytes):
      var host = VkImportMemoryHostPointerInfoEXT()
      host.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT
      host.handleType = foreign.handleType
      host.pHostPointer = bytes
      return allocateImported(&host, size: size, type: type, &handle)
    case .dmaBuffer(let descriptor):
      // The memory takes a descriptor over once it is made.
      var shared = VkImportMemoryFdInfoKHR()
      shared.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR
      shared.handleType = foreign.handleType
      shared.fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      guard shared.fd >= 0 else { return VK_ERROR_INVALID_EXTERNAL_HANDLE }
      let result = allocateImported(&shared, size: size, type: type, &handle)
      if result != VK_SUCCESS { close(shared.fd) }
      return result
    }
  }

  private func allocateImported(
    _ source: UnsafeRawPointer, size: Int, type: Int, _ handle: inout VkDeviceMemory?
  ) -> VkResult {
    var info = VkMemoryAllocateInfo()
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
    info.pNext = source
    info.allocationSize = UInt64(size)
    info.memoryTypeIndex = UInt32(type)
    return functions.allocateMemory(raw, &info, nil, &handle)
  }
}
