internal import CVulkan

/// What a descriptor says; resources are told apart by numbers that are never used again, as
/// handles are.
struct DescriptorValue: Equatable {
  var type: VkDescriptorType
  var binding: UInt32
  var resource = 0
  var offset: UInt64 = 0
  var range: UInt64 = 0
  var detail = 0
  /// The buffer, buffer view or image view.
  var handle: OpaquePointer?
  var sampler: OpaquePointer?
}

/// The descriptor sets of one recycled command buffer, by pipeline: written only when what they say
/// changes.
final class DescriptorCache: @unchecked Sendable {
  // SAFETY: belongs to one CommandSlot, which has one user at a time.

  /// The pair of sets of one dispatch and what they say.
  struct Sets {
    let textures: VkDescriptorSet?
    let buffers: VkDescriptorSet?
    var values: [DescriptorValue] = []
  }

  /// All sets of one pipeline.
  private struct Group {
    var pools: [DescriptorPool] = []
    var sets: [Sets] = []
    var used = 0
    var lastRound = 0
  }

  private let core: DeviceCore
  private var groups: [Int: Group] = [:]
  private var round = 0
  private let scratch = DescriptorScratch()
  private static let setsPerPool = 8
  /// Rounds after which sets of a pipeline that is not used any more are let go.
  private static let patience = 256

  init(_ core: DeviceCore) { self.core = core }

  /// Starts again with all sets; those long unused are let go.
  func reset() {
    round += 1
    for key in groups.keys { groups[key]?.used = 0 }
    if round % Self.patience == 0 {
      groups = groups.filter { $0.value.lastRound + Self.patience > round }
    }
  }

  /// Sets that say `values`.
  func sets(
    for pipeline: ComputePipelineState, _ values: [DescriptorValue]
  ) throws(GPUError) -> Sets {
    guard !values.isEmpty else { return Sets(textures: nil, buffers: nil) }
    var group = groups[pipeline.id] ?? Group()
    groups[pipeline.id] = nil
    defer { groups[pipeline.id] = group }
    if group.used == group.sets.count { try grow(&group, pipeline) }
    let place = group.used
    if group.sets[place].values != values {
      scratch.write(group.sets[place], values, splitAt: pipeline.setRanges[0].count, core)
      group.sets[place].values = values
    }
    group.used += 1
    group.lastRound = round
    return group.sets[place]
  }

  private func grow(_ group: inout Group, _ pipeline: ComputePipelineState) throws(GPUError) {
    let index = group.sets.count % Self.setsPerPool
    if index == 0 {
      group.pools.append(try DescriptorPool(core, pipeline, sets: Self.setsPerPool))
    }
    guard let pool = group.pools.last else { return }
    do throws(GPUError) {
      group.sets.append(try pool.allocate(pipeline))
    } catch {
      // A pool that is not filled is not found again by the count above.
      if index == 0 { group.pools.removeLast() }
      throw error
    }
  }
}

/// Room for the descriptor sets of one pipeline.
private final class DescriptorPool: Sendable {
  private let core: DeviceCore
  private let pool: Owned<Kind.DescriptorPool>

  init(_ core: DeviceCore, _ pipeline: ComputePipelineState, sets: Int) throws(GPUError) {
    self.core = core
    var sizes: [VkDescriptorPoolSize] = []
    for binding in pipeline.bindings {
      let type = binding.kind.descriptorType
      if let place = sizes.firstIndex(where: { $0.type == type }) {
        sizes[place].descriptorCount += UInt32(sets)
      } else {
        sizes.append(VkDescriptorPoolSize(type: type, descriptorCount: UInt32(sets)))
      }
    }
    pool = try Owned(core, "vkCreateDescriptorPool", label: pipeline.label) { handle in
      sizes.withUnsafeBufferPointer { sizes in
        var info = VkDescriptorPoolCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO
        info.maxSets = UInt32(sets * 2)
        info.poolSizeCount = UInt32(sizes.count)
        info.pPoolSizes = sizes.baseAddress
        return core.functions.createDescriptorPool(core.raw, &info, nil, &handle)
      }
    }
  }

  /// The pair of sets of a pipeline; a set without bindings is left out.
  func allocate(_ pipeline: ComputePipelineState) throws(GPUError) -> DescriptorCache.Sets {
    let textures = pipeline.setRanges[0].isEmpty ? nil : pipeline.setLayouts.textures.raw
    let buffers = pipeline.setRanges[1].isEmpty ? nil : pipeline.setLayouts.buffers.raw
    let layouts = [textures, buffers].filter { $0 != nil }
    var sets = [VkDescriptorSet?](repeating: nil, count: layouts.count)
    try core.check("vkAllocateDescriptorSets") {
      layouts.withUnsafeBufferPointer { layouts in
        var info = VkDescriptorSetAllocateInfo()
        info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO
        info.descriptorPool = pool.raw
        info.descriptorSetCount = UInt32(layouts.count)
        info.pSetLayouts = layouts.baseAddress
        return core.functions.allocateDescriptorSets(core.raw, &info, &sets)
      }
    }
    core.statistics.update { $0.descriptorSetsAllocated += sets.count }
    return .init(
      textures: textures == nil ? nil : sets.first ?? nil,
      buffers: buffers == nil ? nil : sets.last ?? nil)
  }
}

/// Memory in which descriptor writes are put together.
private final class DescriptorScratch {
  private let count = ComputePipelineState.maximumBindings
  private let writes: UnsafeMutablePointer<VkWriteDescriptorSet>
  private let buffers: UnsafeMutablePointer<VkDescriptorBufferInfo>
  private let images: UnsafeMutablePointer<VkDescriptorImageInfo>
  private let views: UnsafeMutablePointer<VkBufferView?>

  init() {
    writes = .allocate(capacity: count)
    buffers = .allocate(capacity: count)
    images = .allocate(capacity: count)
    views = .allocate(capacity: count)
  }

  deinit {
    writes.deallocate()
    buffers.deallocate()
    images.deallocate()
    views.deallocate()
  }

  /// Writes `values` into the pair of sets; the first `split` belong to the textures' set.
  func write(
    _ sets: DescriptorCache.Sets, _ values: [DescriptorValue], splitAt split: Int,
    _ core: DeviceCore
  ) {
    for (index, value) in values.enumerated() {
      var write = VkWriteDescriptorSet()
      write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
      write.dstSet = index < split ? sets.textures : sets.buffers
      write.dstBinding = value.binding
      write.descriptorCount = 1
      write.descriptorType = value.type
      switch value.type {
      case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
        (buffers + index).initialize(
          to: .init(buffer: value.handle, offset: value.offset, range: value.range))
        write.pBufferInfo = UnsafePointer(buffers + index)
      case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
        (views + index).initialize(to: value.handle)
        write.pTexelBufferView = UnsafePointer(views + index)
      default:
        (images + index).initialize(
          to: .init(
            sampler: value.sampler, imageView: value.handle, imageLayout: VK_IMAGE_LAYOUT_GENERAL))
        write.pImageInfo = UnsafePointer(images + index)
      }
      (writes + index).initialize(to: write)
    }
    core.functions.updateDescriptorSets(core.raw, UInt32(values.count), writes, 0, nil)
  }
}
