internal import CVulkan

/// Where a buffer's memory lies.
public enum ResourceOptions: Sendable, Hashable {
  /// The program sees it: mapped as long as it lives, cached, and in the device's memory where that
  /// can be had.
  case storageModeShared
  /// Only the device sees it.
  case storageModePrivate
}

/// A piece of device memory.
struct Memory: ~Copyable, Sendable {
  let owned: Owned<Kind.Memory>
  /// The bytes, for memory that the program sees.
  nonisolated(unsafe) let contents: UnsafeMutableRawPointer?
  /// Whether writes of either side are seen by the other without flushing.
  let isCoherent: Bool
}

extension DeviceCore {
  /// The memory types that suit `mode`, best first.
  private func memoryTypes(_ allowed: UInt32, _ mode: ResourceOptions) -> [Int] {
    let local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue
    let visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
    let cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue
    let coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
    let refused =
      VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT.rawValue | VK_MEMORY_PROPERTY_PROTECTED_BIT.rawValue
    func score(_ flags: UInt32) -> Int? {
      guard flags & refused == 0 else { return nil }
      switch mode {
      case .storageModePrivate: return flags & local != 0 ? 8 - (flags & visible != 0 ? 1 : 0) : 0
      case .storageModeShared:
        guard flags & visible != 0 else { return nil }
        return (flags & cached != 0 ? 4 : 0) + (flags & local != 0 ? 2 : 0)
          + (flags & coherent != 0 ? 1 : 0)
      }
    }
    return physical.memoryTypes.indices
      .filter { allowed & 1 << UInt32($0) != 0 }
      .compactMap { index in score(physical.memoryTypes[index].propertyFlags).map { ($0, index) } }
      .sorted { ($0.0, $1.1) > ($1.0, $0.1) }
      .map(\.1)
  }

  /// Whether the program can see memory that the device holds as its own.
  var isUnifiedMemory: Bool {
    let wanted =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
    return physical.description.kind != .discrete
      && physical.memoryTypes.contains { $0.propertyFlags & wanted == wanted }
  }

  /// Allocates memory for one buffer or image; shared memory is mapped.
  func allocate(
    _ requirements: VkMemoryRequirements, _ mode: ResourceOptions, label: String?
  ) throws(GPUError) -> Memory {
    guard requirements.size <= UInt64(physical.maxMemoryAllocationSize) else {
      throw GPUError(
        .limitExceeded, operation: "vkAllocateMemory",
        detail:
          "\(requirements.size) bytes are more than \(physical.description.name) gives at once "
          + "(\(physical.maxMemoryAllocationSize)); use smaller pictures")
    }
    var failure = GPUError(
      .outOfDeviceMemory, operation: "vkAllocateMemory", detail: "no memory of a usable type")
    for type in memoryTypes(requirements.memoryTypeBits, mode) {
      do throws(GPUError) {
        return try allocate(
          requirements.size, type: type, mapped: mode == .storageModeShared, label: label)
      } catch {
        failure = error
        guard error.code == .outOfDeviceMemory else { throw error }
      }
    }
    throw failure
  }

  private func allocate(
    _ size: UInt64, type: Int, mapped: Bool, label: String?
  ) throws(GPUError) -> Memory {
    let owned = try Owned<Kind.Memory>(self, "vkAllocateMemory", label: label, bytes: Int(size)) {
      var info = VkMemoryAllocateInfo()
      info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO
      info.allocationSize = size
      info.memoryTypeIndex = UInt32(type)
      return functions.allocateMemory(raw, &info, nil, &$0)
    }
    var contents: UnsafeMutableRawPointer?
    if mapped {
      try check("vkMapMemory") {
        functions.mapMemory(raw, owned.raw, 0, cvk_whole_size, 0, &contents)
      }
    }
    let coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
    return Memory(
      owned: owned, contents: contents,
      isCoherent: physical.memoryTypes[type].propertyFlags & coherent != 0)
  }
}
