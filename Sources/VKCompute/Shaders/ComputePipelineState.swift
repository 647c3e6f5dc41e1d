internal import CVulkan
internal import Synchronization

/// A function made ready to run on a device.
///
/// Thread-safe.
public final class ComputePipelineState: Sendable {
  /// The name that captures and errors show.
  public let label: String
  /// Invocations in a work group along x, y and z.
  public let threadsPerThreadgroup: (width: Int, height: Int, depth: Int)
  /// What the function's library declares.
  package let reflection: ShaderReflection
  let core: DeviceCore
  let id: Int
  let bindings: [ShaderReflection.Binding]
  /// The places of each set's bindings in `bindings`.
  let setRanges: [Range<Int>]
  let setLayouts: SetLayouts
  let layout: Owned<Kind.PipelineLayout>
  let pipeline: Owned<Kind.Pipeline>

  struct SetLayouts: ~Copyable, Sendable {
    let textures: Owned<Kind.DescriptorSetLayout>
    let buffers: Owned<Kind.DescriptorSetLayout>
  }

  /// The most bindings a function may have over both sets; what a command buffer's scratch space
  /// holds.
  static let maximumBindings = 48
  private static let nextID = Atomic<Int>(0)

  init(
    _ core: DeviceCore, _ function: Function, cache: OpaquePointer?, label: String
  ) throws(GPUError) {
    let reflection = function.library.reflection
    try Self.validate(function, core, label)
    bindings = reflection.bindings
    let split = bindings.firstIndex { $0.set == 1 } ?? bindings.count
    setRanges = [0..<split, split..<bindings.count]
    setLayouts = SetLayouts(
      textures: try Self.makeSetLayout(core, bindings[..<split], label),
      buffers: try Self.makeSetLayout(core, bindings[split...], label))
    layout = try Self.makeLayout(core, setLayouts, reflection.pushConstantSize, label)
    pipeline = try Self.makePipeline(core, function, layout.raw, cache, label)
    id = Self.nextID.add(1, ordering: .relaxed).newValue
    threadsPerThreadgroup = function.localSize
    self.reflection = reflection
    self.core = core
    self.label = label
  }

  private static func validate(
    _ function: Function, _ core: DeviceCore, _ label: String
  ) throws(GPUError) {
    func refuse(_ reason: String) -> GPUError {
      GPUError(.limitExceeded, operation: "pipeline \(label)", detail: reason)
    }
    let reflection = function.library.reflection
    let limits = core.physical.limits
    let (x, y, z) = function.localSize
    guard
      x > 0, y > 0, z > 0, x <= limits.maxComputeWorkGroupSize.0,
      y <= limits.maxComputeWorkGroupSize.1, z <= limits.maxComputeWorkGroupSize.2,
      x * y * z <= limits.maxComputeWorkGroupInvocations
    else {
      throw refuse(
        "work groups of \(x)x\(y)x\(z) are too large; the device runs "
          + "\(limits.maxComputeWorkGroupInvocations) invocations a group")
    }
    guard reflection.pushConstantSize <= limits.maxPushConstantsSize else {
      throw refuse(
        "\(reflection.pushConstantSize) bytes of push constants are more than "
          + "\(limits.maxPushConstantsSize); use a uniform buffer")
    }
    guard reflection.bindings.count <= maximumBindings else {
      throw refuse("\(reflection.bindings.count) bindings are more than \(maximumBindings)")
    }
    for binding in reflection.bindings {
      let isTexture = binding.kind == .storageImage || binding.kind == .sampledTexture
      guard binding.set == (isTexture ? 0 : 1), binding.count == 1 else {
        throw GPUError(
          .compilation, operation: "pipeline \(label)",
          detail: "'\(binding.name)' (set \(binding.set), binding \(binding.index)): textures go "
            + "into set 0, buffers into set 1, one a binding")
      }
    }
  }

  private static func makeSetLayout(
    _ core: DeviceCore, _ bindings: ArraySlice<ShaderReflection.Binding>, _ label: String
  ) throws(GPUError) -> Owned<Kind.DescriptorSetLayout> {
    let entries = bindings.map { binding in
      var entry = VkDescriptorSetLayoutBinding()
      entry.binding = UInt32(binding.index)
      entry.descriptorType = binding.kind.descriptorType
      entry.descriptorCount = 1
      entry.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT.rawValue
      return entry
    }
    return try Owned(core, "vkCreateDescriptorSetLayout", label: label) { handle in
      entries.withUnsafeBufferPointer { entries in
        var info = VkDescriptorSetLayoutCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO
        info.bindingCount = UInt32(entries.count)
        info.pBindings = entries.baseAddress
        return core.functions.createDescriptorSetLayout(core.raw, &info, nil, &handle)
      }
    }
  }

  private static func makeLayout(
    _ core: DeviceCore, _ sets: borrowing SetLayouts, _ pushConstants: Int, _ label: String
  ) throws(GPUError) -> Owned<Kind.PipelineLayout> {
    let layouts: [VkDescriptorSetLayout?] = [sets.textures.raw, sets.buffers.raw]
    var range = VkPushConstantRange()
    range.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT.rawValue
    range.size = UInt32(pushConstants)
    return try Owned(core, "vkCreatePipelineLayout", label: label) { handle in
      layouts.withUnsafeBufferPointer { layouts in
        withUnsafePointer(to: range) { range in
          var info = VkPipelineLayoutCreateInfo()
          info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO
          info.setLayoutCount = UInt32(layouts.count)
          info.pSetLayouts = layouts.baseAddress
          info.pushConstantRangeCount = pushConstants > 0 ? 1 : 0
          info.pPushConstantRanges = pushConstants > 0 ? range : nil
          return core.functions.createPipelineLayout(core.raw, &info, nil, &handle)
        }
      }
    }
  }

  private static func makePipeline(
    _ core: DeviceCore, _ function: Function, _ layout: VkPipelineLayout, _ cache: OpaquePointer?,
    _ label: String
  ) throws(GPUError) -> Owned<Kind.Pipeline> {
    let constants = function.constants.sorted { $0.key < $1.key }
    let values = constants.map(\.value)
    let entries = constants.enumerated().map { index, constant in
      VkSpecializationMapEntry(constantID: constant.key, offset: UInt32(index * 4), size: 4)
    }
    return try Owned(core, "vkCreateComputePipelines", label: label) { handle in
      entries.withUnsafeBufferPointer { entries in
        values.withUnsafeBytes { values in
          var specialization = VkSpecializationInfo()
          specialization.mapEntryCount = UInt32(entries.count)
          specialization.pMapEntries = entries.baseAddress
          specialization.dataSize = values.count
          specialization.pData = values.baseAddress
          return withUnsafePointer(to: specialization) { specialization in
            function.name.withCString { name in
              var info = VkComputePipelineCreateInfo()
              info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO
              info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO
              info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT
              info.stage.module = function.library.module.raw
              info.stage.pName = name
              info.stage.pSpecializationInfo = specialization
              info.layout = layout
              return core.functions.createComputePipelines(core.raw, cache, 1, &info, nil, &handle)
            }
          }
        }
      }
    }
  }
}

extension ShaderReflection.BindingKind {
  var descriptorType: VkDescriptorType {
    switch self {
    case .storageBuffer: VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
    case .uniformBuffer: VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
    case .uniformTexelBuffer: VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
    case .storageTexelBuffer: VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER
    case .storageImage: VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
    case .sampledTexture: VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
    }
  }
}
