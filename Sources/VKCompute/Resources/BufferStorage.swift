internal import CVulkan
internal import VKCore

/// The Vulkan side of a buffer; pools recycle it.
final class BufferStorage: TrackedResource, Sendable {
  let core: DeviceCore
  let buffer: Owned<Kind.Buffer>
  let memory: Memory
  let capacity: Int
  let usage = ResourceUsage()
  private let views = Locked<[TextureFormat: TexelView]>([:])

  /// A texel view and the reference that keeps it.
  private final class TexelView: Sendable {
    let view: Owned<Kind.BufferView>
    init(_ view: consuming Owned<Kind.BufferView>) { self.view = view }
  }

  var isHostVisible: Bool { memory.contents != nil }

  init(
    _ core: DeviceCore, capacity: Int, mode: ResourceOptions, label: String
  ) throws(GPUError) {
    core.drainRetired()
    buffer = try Self.makeBuffer(core, capacity, in: nil, label)
    var requirements = VkMemoryRequirements()
    core.functions.getBufferMemoryRequirements(core.raw, buffer.raw, &requirements)
    memory = try core.allocate(requirements, mode, label: label)
    self.core = core
    self.capacity = capacity
    try bind()
  }

  /// A buffer over memory of others, which stays their own.
  init(
    _ core: DeviceCore, importing foreign: ForeignMemory, capacity: Int, label: String,
    deallocator: (@Sendable () -> Void)?
  ) throws(GPUError) {
    core.drainRetired()
    buffer = try Self.makeBuffer(core, capacity, in: foreign, label)
    var requirements = VkMemoryRequirements()
    core.functions.getBufferMemoryRequirements(core.raw, buffer.raw, &requirements)
    memory = try core.importMemory(
      foreign, capacity, types: requirements.memoryTypeBits, label: label, deallocator: deallocator)
    self.core = core
    self.capacity = capacity
    try bind()
  }

  private func bind() throws(GPUError) {
    try core.check("vkBindBufferMemory") {
      core.functions.bindBufferMemory(core.raw, buffer.raw, memory.owned.raw, 0)
    }
  }

  /// What buffers are used for.
  static let usageFlags =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT.rawValue
    | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT.rawValue
    | VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_TRANSFER_DST_BIT.rawValue

  private static func makeBuffer(
    _ core: DeviceCore, _ capacity: Int, in foreign: ForeignMemory?, _ label: String
  ) throws(GPUError) -> Owned<Kind.Buffer> {
    try Owned(core, "vkCreateBuffer", label: label) { handle in
      var external = VkExternalMemoryBufferCreateInfo()
      external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO
      external.handleTypes = foreign?.handleType.rawValue ?? 0
      let families = core.families.distinct
      return withUnsafePointer(to: external) { external in
        families.withUnsafeBufferPointer { families in
          var info = VkBufferCreateInfo()
          info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO
          info.pNext = foreign == nil ? nil : UnsafeRawPointer(external)
          info.size = UInt64(capacity)
          info.usage = usageFlags
          info.sharingMode =
            families.count > 1 ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE
          info.queueFamilyIndexCount = UInt32(families.count)
          info.pQueueFamilyIndices = families.baseAddress
          return core.functions.createBuffer(core.raw, &info, nil, &handle)
        }
      }
    }
  }

  /// The view of the whole buffer as texels, made once.
  ///
  /// - Throws: `GPUError` when it would have more texels than the device allows.
  func texelView(_ format: TextureFormat) throws(GPUError) -> VkBufferView {
    try views.withLock { views throws(GPUError) in
      if let view = views[format] { return view.view.raw }
      let elements = capacity / format.bytesPerPixel
      guard elements > 0, elements <= Int(core.physical.limits.maxTexelBufferElements) else {
        throw GPUError(
          .limitExceeded, operation: "texel buffer",
          detail:
            "\(elements) texels are more than \(core.physical.limits.maxTexelBufferElements); "
            + "read the buffer as a storage buffer")
      }
      let view = try Owned<Kind.BufferView>(core, "vkCreateBufferView", label: nil) { handle in
        var info = VkBufferViewCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO
        info.buffer = buffer.raw
        info.format = format.vulkan
        info.range = UInt64(elements * format.bytesPerPixel)
        return core.functions.createBufferView(core.raw, &info, nil, &handle)
      }
      let box = TexelView(view)
      views[format] = box
      return box.view.raw
    }
  }

  /// Makes the program's writes visible to the device, or the device's to the program.
  func synchronize(_ range: Range<Int>, _ direction: Synchronization) throws(GPUError) {
    guard !memory.isCoherent, memory.contents != nil else { return }
    let atom = UInt64(core.physical.limits.nonCoherentAtomSize)
    var mapped = VkMappedMemoryRange()
    mapped.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE
    mapped.memory = memory.owned.raw
    mapped.offset = UInt64(range.lowerBound) / atom * atom
    let end = (UInt64(range.upperBound) + atom - 1) / atom * atom
    mapped.size = end >= UInt64(capacity) ? cvk_whole_size : end - mapped.offset
    switch direction {
    case .toDevice:
      try core.check("vkFlushMappedMemoryRanges") {
        core.functions.flushMappedMemoryRanges(core.raw, 1, &mapped)
      }
    case .toHost:
      try core.check("vkInvalidateMappedMemoryRanges") {
        core.functions.invalidateMappedMemoryRanges(core.raw, 1, &mapped)
      }
    }
  }

  /// Which side has written.
  enum Synchronization { case toDevice, toHost }
}
