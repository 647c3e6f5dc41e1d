internal import CVulkan
internal import Glibc
internal import VKCore

/// Something that computes: a GPU, or software on the processor.
///
/// Thread-safe.
public final class Device: Sendable {
  /// Name, kind, driver and identity.
  public let description: DeviceDescription
  /// What may be asked of the device.
  public let limits: DeviceLimits
  let core: DeviceCore
  let hardwareQueues: [HardwareQueue]
  let pipelineCache: PipelineCache
  let samplers: Samplers
  /// Buffers through which pixels go into and out of textures.
  let stagingPool: BufferPool

  /// Makes a device of its own.
  init(
    _ physical: PhysicalDevice, faults: FaultPlan? = nil, sharingQueue: Bool = false
  ) throws(GPUError) {
    core = try DeviceCore(physical, faults: faults, sharingQueue: sharingQueue)
    var queues: [HardwareQueue] = []
    for index in core.families.indices.indices {
      queues.append(try HardwareQueue(core, index: index))
    }
    hardwareQueues = queues
    pipelineCache = try PipelineCache(core)
    samplers = try Samplers(core)
    stagingPool = BufferPool(
      core, budget: nil, options: .storageModeShared, label: "staging")
    description = physical.description
    limits = DeviceLimits(physical)
  }

  deinit {
    for queue in hardwareQueues { queue.stop() }
  }

  /// The driver's name for the device.
  public var name: String { description.name }
  /// The kind of device.
  public var kind: DeviceDescription.Kind { description.kind }
  /// What the device has beyond the baseline.
  public var features: Set<DeviceFeature> { core.features }
  /// Whether the program sees the device's own memory: no copy is needed between the two.
  public var isUnifiedMemory: Bool { core.isUnifiedMemory }
  /// Whether copies can run beside computing, on a queue of their own.
  public var hasTransferQueue: Bool { hardwareQueues.count > 1 }
  /// What the device was asked to do so far.
  public var statistics: DeviceStatistics {
    core.drainRetired()
    return core.statistics.snapshot
  }

  /// Throws when the device lacks `feature`.
  ///
  /// - Throws: `GPUError` that names the feature, the device and what to do.
  public func require(_ feature: DeviceFeature, for purpose: String) throws(GPUError) {
    try core.require(feature, for: purpose)
  }

  // MARK: Making things

  /// A queue that computes and copies.
  public func makeCommandQueue(label: String = "") -> CommandQueue {
    CommandQueue(device: self, hardware: hardwareQueues[0], label: label)
  }

  /// A queue that computes and copies and shares no recycled command buffers: what it makes does not hang on what others do.
  package func makeSeparateQueue(label: String) -> CommandQueue {
    CommandQueue(device: self, hardware: hardwareQueues[0], label: label, keepsOwn: true)
  }

  /// A queue that copies: of its own where the device has one, else the one that computes.
  public func makeTransferQueue(label: String = "") -> CommandQueue {
    CommandQueue(device: self, hardware: hardwareQueues[hardwareQueues.count - 1], label: label)
  }

  /// A buffer of `length` bytes; its contents are undefined.
  ///
  /// - Throws: `GPUError` when the device is out of memory or does not allow that much at once.
  public func makeBuffer(
    length: Int, options: ResourceOptions = .storageModeShared, label: String = ""
  ) throws(GPUError) -> Buffer {
    precondition(length > 0, "a buffer has at least one byte")
    let capacity = (length + 15) & ~15
    let storage = try BufferStorage(core, capacity: capacity, mode: options, label: label)
    return Buffer(storage, length: length, label: label)
  }

  /// A buffer over memory of the program: nothing is copied.
  ///
  /// Address and length are multiples of `limits.importedHostPointerAlignment`. `deallocator` is
  /// called once, when the device is done with the memory for good; not when this throws.
  ///
  /// - Throws: `GPUError` when the device cannot use the program's memory, or not this memory.
  public func makeBuffer(
    bytesNoCopy bytes: UnsafeMutableRawPointer, length: Int, label: String = "",
    deallocator: (@Sendable (UnsafeMutableRawPointer, Int) -> Void)? = nil
  ) throws(GPUError) -> Buffer {
    try core.require(.externalMemoryHost, for: "makeBuffer(bytesNoCopy:)")
    let alignment = max(1, limits.importedHostPointerAlignment)
    precondition(
      length > 0 && length % alignment == 0 && UInt(bitPattern: bytes) % UInt(alignment) == 0,
      "the memory starts and ends on a multiple of \(alignment) bytes")
    let release = Deallocator(bytes, length, deallocator)
    let storage = try BufferStorage(
      core, importing: .host(bytes), capacity: length, label: label, deallocator: release.run)
    release.arm()
    return Buffer(storage, length: length, label: label)
  }

  /// A buffer over memory that another driver shares as a dma-buf: nothing is copied.
  ///
  /// `length` is at most that of the dma-buf. The file descriptor stays the caller's and may be closed at once. The
  /// program does not see the bytes by the buffer; who writes them is done before the device reads.
  ///
  /// - Throws: `GPUError` when the device cannot use such memory, or not this memory.
  public func makeBuffer(
    dmaBuffer descriptor: Int32, length: Int, label: String = ""
  ) throws(GPUError) -> Buffer {
    precondition(length > 0, "a buffer has at least one byte")
    let storage = try BufferStorage(
      core, importing: .dmaBuffer(descriptor), capacity: length, label: label, deallocator: nil)
    return Buffer(storage, length: length, label: label)
  }

  /// A texture; its contents are undefined until it is written.
  ///
  /// - Throws: `GPUError` when the device is out of memory, or does not allow the size or the
  ///   format.
  public func makeTexture(descriptor: TextureDescriptor) throws(GPUError) -> Texture {
    try Texture(self, descriptor)
  }

  /// A pool of recycled buffers that holds `budget` bytes at most; nil sets no bound.
  public func makeBufferPool(
    budget: Int? = nil, options: ResourceOptions = .storageModeShared, label: String = ""
  ) -> BufferPool {
    BufferPool(core, budget: budget, options: options, label: label)
  }

  /// A number that device and program signal to each other.
  ///
  /// - Throws: `GPUError` when the device is out of memory.
  public func makeSharedEvent(
    value: UInt64 = 0, label: String = ""
  ) throws(GPUError) -> SharedEvent {
    try SharedEvent(core, value: value, label: label)
  }

  /// Compiles GLSL for a compute shader; a source that was compiled before comes from the disk
  /// cache.
  ///
  /// Errors call the source `name`.
  ///
  /// - Throws: `GPUError` with file, line and a caret line for each fault.
  public func makeLibrary(source: String, name: String = "shader") throws(GPUError) -> Library {
    try makeLibrary(spirv: ShaderCompiler.compile(source, name: name), name: name)
  }

  /// Takes SPIR-V that was compiled elsewhere.
  ///
  /// - Throws: `GPUError` when it is not SPIR-V or needs what the device lacks.
  public func makeLibrary(
    spirv words: [UInt32], name: String = "shader"
  ) throws(GPUError) -> Library {
    try Library(core, spirv: words, label: name)
  }

  /// Makes a function ready to run.
  ///
  /// - Throws: `GPUError` when the function asks for more than the device allows.
  public func makeComputePipelineState(
    function: Function, label: String? = nil
  ) throws(GPUError) -> ComputePipelineState {
    core.drainRetired()
    let state = try ComputePipelineState(
      core, function, cache: pipelineCache.raw, label: label ?? function.library.label)
    pipelineCache.save()
    return state
  }
}

/// What may be asked of a device.
public struct DeviceLimits: Sendable, Hashable {
  /// Bytes of a storage buffer that a shader sees.
  public let maxStorageBufferRange: Int
  /// Bytes of a uniform buffer that a shader sees.
  public let maxUniformBufferRange: Int
  /// Texels of a texel buffer.
  public let maxTexelBufferElements: Int
  /// Columns and rows of a texture.
  public let maxImageDimension2D: Int
  /// Nanoseconds a tick of the device's clock.
  public let timestampPeriod: Double
  /// Invocations of a work group.
  public let maxComputeWorkGroupInvocations: Int
  /// Work groups of a dispatch along x, y and z.
  public let maxComputeWorkGroupCount: [Int]
  /// Bytes shared by a work group.
  public let maxComputeSharedMemorySize: Int
  /// Bytes of push constants.
  public let maxPushConstantsSize: Int
  /// Bytes of one allocation.
  public let maxMemoryAllocationSize: Int
  /// Allocations at once.
  public let maxMemoryAllocationCount: Int
  /// What the offset of a bound buffer is a multiple of.
  public let bufferOffsetAlignment: Int
  /// What the address and length of imported memory are multiples of; 0 when it cannot be imported.
  public let importedHostPointerAlignment: Int

  init(_ physical: PhysicalDevice) {
    let limits = physical.limits
    maxStorageBufferRange = Int(limits.maxStorageBufferRange)
    maxUniformBufferRange = Int(limits.maxUniformBufferRange)
    maxTexelBufferElements = Int(limits.maxTexelBufferElements)
    maxImageDimension2D = Int(limits.maxImageDimension2D)
    timestampPeriod = Double(limits.timestampPeriod)
    maxComputeWorkGroupInvocations = Int(limits.maxComputeWorkGroupInvocations)
    maxComputeWorkGroupCount = [
      Int(limits.maxComputeWorkGroupCount.0), Int(limits.maxComputeWorkGroupCount.1),
      Int(limits.maxComputeWorkGroupCount.2),
    ]
    maxComputeSharedMemorySize = Int(limits.maxComputeSharedMemorySize)
    maxPushConstantsSize = Int(limits.maxPushConstantsSize)
    maxMemoryAllocationSize = physical.maxMemoryAllocationSize
    maxMemoryAllocationCount = Int(limits.maxMemoryAllocationCount)
    bufferOffsetAlignment = Int(
      max(limits.minStorageBufferOffsetAlignment, limits.minUniformBufferOffsetAlignment))
    importedHostPointerAlignment = physical.hostPointerAlignment
  }
}
