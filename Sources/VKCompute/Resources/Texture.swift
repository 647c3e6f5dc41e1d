internal import CVulkan
public import VKCore

/// A picture in the device's memory.
///
/// Thread-safe. A submission keeps the textures it uses until it is complete. The contents are
/// undefined until written.
public final class Texture: TrackedResource, Sendable {
  /// What the texture was made as.
  public let descriptor: TextureDescriptor
  /// The device whose memory holds the pixels.
  public let device: Device
  let usage = ResourceUsage()
  let image: Owned<Kind.Image>
  private let memory: Memory
  private let view: Owned<Kind.ImageView>
  private let isFilterable: Bool

  /// Columns and rows.
  public var size: Size { descriptor.size }
  /// Columns.
  public var width: Int { descriptor.size.width }
  /// Rows.
  public var height: Int { descriptor.size.height }
  /// How pixels are stored.
  public var format: TextureFormat { descriptor.format }
  var isHostVisible: Bool { false }

  init(_ device: Device, _ descriptor: TextureDescriptor) throws(GPUError) {
    let core = device.core
    core.drainRetired()
    isFilterable = try Self.validate(core, descriptor)
    image = try Self.makeImage(core, descriptor)
    var requirements = VkMemoryRequirements()
    core.functions.getImageMemoryRequirements(core.raw, image.raw, &requirements)
    memory = try core.allocate(requirements, .storageModePrivate, label: descriptor.label)
    let (rawImage, rawMemory) = (image.raw, memory.owned.raw)
    try core.check("vkBindImageMemory") {
      core.functions.bindImageMemory(core.raw, rawImage, rawMemory, 0)
    }
    view = try Self.makeView(core, rawImage, descriptor)
    self.device = device
    self.descriptor = descriptor
    try prepare()
  }

  /// Checks format and size; says whether the format can be sampled between pixels.
  private static func validate(
    _ core: DeviceCore, _ descriptor: TextureDescriptor
  ) throws(GPUError) -> Bool {
    let size = descriptor.size
    let most = Int(core.physical.limits.maxImageDimension2D)
    guard size.width > 0, size.height > 0, size.width <= most, size.height <= most else {
      throw GPUError(
        .limitExceeded, operation: "texture '\(descriptor.label)'",
        detail: "\(size) is not possible: textures have 1 to \(most) columns and rows")
    }
    var properties = VkFormatProperties()
    core.physical.instance.functions.getPhysicalDeviceFormatProperties(
      core.physical.raw, descriptor.format.vulkan, &properties)
    var needed: UInt32 = 0
    if descriptor.usage.contains(.shaderSample) {
      needed |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT.rawValue
    }
    if descriptor.usage.contains(.shaderStorage) {
      needed |= VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT.rawValue
    }
    guard properties.optimalTilingFeatures & needed == needed else {
      throw GPUError(
        .missingFeature, operation: "texture '\(descriptor.label)'",
        detail: "\(core.physical.description.name) cannot use \(descriptor.format.rawValue) like "
          + "this; choose another format or a smaller usage")
    }
    let linear = VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT.rawValue
    return properties.optimalTilingFeatures & linear != 0
  }

  private static func makeImage(
    _ core: DeviceCore, _ descriptor: TextureDescriptor
  ) throws(GPUError) -> Owned<Kind.Image> {
    let families = core.families.distinct
    return try Owned(core, "vkCreateImage", label: descriptor.label) { handle in
      families.withUnsafeBufferPointer { families in
        var info = VkImageCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO
        info.imageType = VK_IMAGE_TYPE_2D
        info.format = descriptor.format.vulkan
        info.extent = VkExtent3D(
          width: UInt32(descriptor.size.width), height: UInt32(descriptor.size.height), depth: 1)
        info.mipLevels = 1
        info.arrayLayers = 1
        info.samples = VK_SAMPLE_COUNT_1_BIT
        info.tiling = VK_IMAGE_TILING_OPTIMAL
        info.usage = descriptor.usage.vulkan
        info.sharingMode =
          families.count > 1 ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE
        info.queueFamilyIndexCount = UInt32(families.count)
        info.pQueueFamilyIndices = families.baseAddress
        info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED
        return core.functions.createImage(core.raw, &info, nil, &handle)
      }
    }
  }

  private static func makeView(
    _ core: DeviceCore, _ image: VkImage, _ descriptor: TextureDescriptor
  ) throws(GPUError) -> Owned<Kind.ImageView> {
    try Owned(core, "vkCreateImageView", label: descriptor.label) { handle in
      var info = VkImageViewCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO
      info.image = image
      info.viewType = VK_IMAGE_VIEW_TYPE_2D
      info.format = descriptor.format.vulkan
      info.subresourceRange = .wholeColor
      return core.functions.createImageView(core.raw, &info, nil, &handle)
    }
  }

  /// Brings the image into the layout that it stays in, as the first work that uses it.
  private func prepare() throws(GPUError) {
    var commands = try device.makeCommandQueue().makeCommandBuffer(label: "prepare texture")
    commands.withSlot { slot in
      slot.access([(self, .write)])
      slot.recordInitialLayout(image.raw)
    }
    if let error = commands.commit().error { throw error }
  }

  func descriptor(_ binding: ShaderReflection.Binding) throws(GPUError) -> DescriptorValue {
    let isSampled = binding.kind == .sampledTexture
    precondition(
      descriptor.usage.contains(isSampled ? .shaderSample : .shaderStorage),
      "texture '\(descriptor.label)' was not made for this usage")
    let sampler = isFilterable ? device.samplers.linear.raw : device.samplers.nearest.raw
    return DescriptorValue(
      type: binding.kind.descriptorType, binding: UInt32(binding.index), resource: usage.id,
      handle: view.raw, sampler: isSampled ? sampler : nil)
  }
}

extension TextureDescriptor.Usage {
  fileprivate var vulkan: UInt32 {
    VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
      | (contains(.shaderSample) ? VK_IMAGE_USAGE_SAMPLED_BIT.rawValue : 0)
      | (contains(.shaderStorage) ? VK_IMAGE_USAGE_STORAGE_BIT.rawValue : 0)
  }
}

extension VkImageSubresourceRange {
  static var wholeColor: Self {
    .init(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, baseMipLevel: 0, levelCount: 1,
      baseArrayLayer: 0, layerCount: 1)
  }
}

extension CommandSlot {
  fileprivate func recordInitialLayout(_ image: VkImage) {
    let work =
      VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue
    var barrier = VkImageMemoryBarrier()
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER
    barrier.dstAccessMask =
      VK_ACCESS_SHADER_READ_BIT.rawValue | VK_ACCESS_SHADER_WRITE_BIT.rawValue
      | VK_ACCESS_TRANSFER_READ_BIT.rawValue | VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL
    barrier.srcQueueFamilyIndex = cvk_queue_family_ignored
    barrier.dstQueueFamilyIndex = cvk_queue_family_ignored
    barrier.image = image
    barrier.subresourceRange = .wholeColor
    core.functions.cmdPipelineBarrier(
      commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT.rawValue, work, 0, 0, nil, 0, nil, 1, &barrier)
  }
}

/// The two samplers that textures are read with: clamped at the edge, between pixels or the nearest
/// one.
struct Samplers: ~Copyable, Sendable {
  let linear: Owned<Kind.Sampler>
  let nearest: Owned<Kind.Sampler>

  init(_ core: DeviceCore) throws(GPUError) {
    let first = try Self.make(core, VK_FILTER_LINEAR)
    let second = try Self.make(core, VK_FILTER_NEAREST)
    linear = first
    nearest = second
  }

  private static func make(
    _ core: DeviceCore, _ filter: VkFilter
  ) throws(GPUError) -> Owned<Kind.Sampler> {
    try Owned(core, "vkCreateSampler", label: "clamped") { handle in
      var info = VkSamplerCreateInfo()
      info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO
      info.magFilter = filter
      info.minFilter = filter
      info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
      info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
      info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
      return core.functions.createSampler(core.raw, &info, nil, &handle)
    }
  }
}
