internal import CVulkan
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

extension DeviceCore {
  /// Makes device memory of the program's own.
  ///
  /// - Throws: `GPUError` when the device cannot import, or not this memory.
  func importMemory(
    _ bytes: UnsafeMutableRawPointer, _ length: Int, types: UInt32, label: String,
    deallocator: (@Sendable () -> Void)?
  ) throws(GPUError) -> Memory {
    try require(.externalMemoryHost, for: "makeBuffer(bytesNoCopy:)")
    guard let getProperties = functions.getMemoryHostPointerProperties else {
      throw GPUError(
        .missingFeature, operation: "makeBuffer(bytesNoCopy:)",
        detail: "the driver does not import memory; copy it instead")
    }
    var properties = VkMemoryHostPointerPropertiesEXT()
    properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT
    try check("vkGetMemoryHostPointerPropertiesEXT") {
      getProperties(
        raw, VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT, bytes, &properties)
    }
    let allowed = properties.memoryTypeBits & types
    guard
      let type = physical.memoryTypes.indices.first(where: { allowed & 1 << UInt32($0) != 0 })
    else {
      throw GPUError(
        .missingFeature, operation: "makeBuffer(bytesNoCopy:)",
        detail: "the device cannot use memory at this place; copy it instead")
    }
    let owned = try Owned<Kind.Memory>(
      self, "vkAllocateMemory", label: label, bytes: length, afterDestruction: deallocator
    ) {
      var host = VkImportMemoryHostPointerInfoEXT()
      host.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT
      host.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT
      host.pHostPointer = bytes
      return allocateImported(&host, size: length, type: type, &$0)
    }
    let coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
    return Memory(
      owned: owned, contents: bytes,
      isCoherent: physical.memoryTypes[type].propertyFlags & coherent != 0)
  }

  private func allocateImported(
    _ host: UnsafePointer<VkImportMemoryHostPointerInfoEXT>, size: Int, type: Int,
    _ handle: inout VkDeviceMemory?
  ) -> VkResult {
    var info = VkMemoryAllocateInfo()
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
    info.pNext = UnsafeRawPointer(host)
    info.allocationSize = UInt64(size)
    info.memoryTypeIndex = UInt32(type)
    return functions.allocateMemory(raw, &info, nil, &handle)
  }
}
