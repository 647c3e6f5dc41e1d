internal import CVulkan

/// A kind of Vulkan object; every kind imports as the same pointer type, so the kind travels beside
/// it.
enum ObjectKind: Sendable, CaseIterable {
  case buffer, bufferView, commandPool, descriptorPool, descriptorSetLayout, image, imageView
  case memory, pipeline, pipelineCache, pipelineLayout, queryPool, sampler, semaphore, shaderModule
  case swapchain

  var objectType: VkObjectType {
    switch self {
    case .buffer: VK_OBJECT_TYPE_BUFFER
    case .bufferView: VK_OBJECT_TYPE_BUFFER_VIEW
    case .commandPool: VK_OBJECT_TYPE_COMMAND_POOL
    case .descriptorPool: VK_OBJECT_TYPE_DESCRIPTOR_POOL
    case .descriptorSetLayout: VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT
    case .image: VK_OBJECT_TYPE_IMAGE
    case .imageView: VK_OBJECT_TYPE_IMAGE_VIEW
    case .memory: VK_OBJECT_TYPE_DEVICE_MEMORY
    case .pipeline: VK_OBJECT_TYPE_PIPELINE
    case .pipelineCache: VK_OBJECT_TYPE_PIPELINE_CACHE
    case .pipelineLayout: VK_OBJECT_TYPE_PIPELINE_LAYOUT
    case .queryPool: VK_OBJECT_TYPE_QUERY_POOL
    case .sampler: VK_OBJECT_TYPE_SAMPLER
    case .semaphore: VK_OBJECT_TYPE_SEMAPHORE
    case .shaderModule: VK_OBJECT_TYPE_SHADER_MODULE
    case .swapchain: VK_OBJECT_TYPE_SWAPCHAIN_KHR
    }
  }
}

/// A kind of handle as a type, so that a buffer's cannot be taken for an image's.
protocol HandleKind {
  static var kind: ObjectKind { get }
}

/// The kinds of handle that are owned.
enum Kind {
  enum Buffer: HandleKind { static let kind = ObjectKind.buffer }
  enum BufferView: HandleKind { static let kind = ObjectKind.bufferView }
  enum CommandPool: HandleKind { static let kind = ObjectKind.commandPool }
  enum DescriptorPool: HandleKind { static let kind = ObjectKind.descriptorPool }
  enum DescriptorSetLayout: HandleKind { static let kind = ObjectKind.descriptorSetLayout }
  enum Image: HandleKind { static let kind = ObjectKind.image }
  enum ImageView: HandleKind { static let kind = ObjectKind.imageView }
  enum Memory: HandleKind { static let kind = ObjectKind.memory }
  enum Pipeline: HandleKind { static let kind = ObjectKind.pipeline }
  enum PipelineCache: HandleKind { static let kind = ObjectKind.pipelineCache }
  enum PipelineLayout: HandleKind { static let kind = ObjectKind.pipelineLayout }
  enum QueryPool: HandleKind { static let kind = ObjectKind.queryPool }
  enum Sampler: HandleKind { static let kind = ObjectKind.sampler }
  enum Semaphore: HandleKind { static let kind = ObjectKind.semaphore }
  enum ShaderModule: HandleKind { static let kind = ObjectKind.shaderModule }
  enum Swapchain: HandleKind { static let kind = ObjectKind.swapchain }
}

/// A Vulkan object's name, of a known kind.
struct Handle<K: HandleKind>: @unchecked Sendable {
  // SAFETY: a handle is a name; who may use it when is the owning class's rule.
  let raw: OpaquePointer
}

/// A handle that belongs to its holder; letting go of it puts the object on the device's retire
/// list.
///
/// Whatever the device may still be using is retained by its submission, so an object on the list
/// is idle.
struct Owned<K: HandleKind>: ~Copyable, Sendable {
  let handle: Handle<K>
  private let core: DeviceCore
  private let bytes: Int
  private let afterDestruction: (@Sendable () -> Void)?

  /// Takes over what `create` makes.
  ///
  /// `bytes` of device memory are counted; `afterDestruction` is called when the Vulkan object is
  /// gone, not when this initialiser throws.
  init(
    _ core: DeviceCore, _ operation: StaticString, label: String?, bytes: Int = 0,
    afterDestruction: (@Sendable () -> Void)? = nil, _ create: (inout OpaquePointer?) -> VkResult
  ) throws(GPUError) {
    var raw: OpaquePointer?
    let result = attempt(core.faults, operation) { create(&raw) }
    guard result.rawValue >= 0, let raw else {
      throw GPUError(result.rawValue >= 0 ? VK_ERROR_UNKNOWN : result, operation)
    }
    handle = Handle(raw: raw)
    self.core = core
    self.bytes = bytes
    self.afterDestruction = afterDestruction
    core.faults?.created()
    core.statistics.created(bytes: K.kind == .memory ? bytes : nil)
    if let label { core.setLabel(label, of: raw, type: K.kind.objectType) }
  }

  var raw: OpaquePointer { handle.raw }

  deinit {
    core.retire(
      RetiredObject(
        kind: K.kind, raw: handle.raw, bytes: bytes, afterDestruction: afterDestruction))
  }
}

/// An object that waits for its destruction.
struct RetiredObject: @unchecked Sendable {
  // SAFETY: a handle is a name; only the retire list's drain uses it.
  let kind: ObjectKind
  let raw: OpaquePointer
  let bytes: Int
  let afterDestruction: (@Sendable () -> Void)?
}
