internal import CVulkan
public import VKCore

/// Records dispatches into a command buffer.
///
/// What is set stays set until it is set again or the encoder ends. Textures are `layout(set = 0,
/// binding = index)` in the shader, buffers `layout(set = 1, binding = index)`.
public struct ComputeEncoder: ~Copyable {
  private let slot: CommandSlot
  private var boundPipeline: ComputePipelineState?

  init(slot: CommandSlot) { self.slot = slot }

  /// Chooses what the next dispatches run.
  public mutating func setComputePipelineState(_ pipeline: ComputePipelineState) {
    slot.encoder.pipeline = pipeline
  }

  /// Binds a texture: a storage image or a sampled texture, as the shader declares it.
  public mutating func setTexture(_ texture: Texture, index: Int) {
    precondition(texture.device.core === slot.core, "the texture is of the same device")
    slot.encoder.set(texture, index)
  }

  /// Binds a buffer: a storage or uniform buffer, as the shader declares it.
  ///
  /// `offset` is a multiple of the device's `bufferOffsetAlignment` (256 always is);
  /// `length` bytes are seen by the shader, nil for all that follow, up to what a binding may show.
  /// More than that makes the submission fail.
  public mutating func setBuffer(
    _ buffer: Buffer, offset: Int = 0, length: Int? = nil, index: Int
  ) {
    precondition(buffer.storage.core === slot.core, "the buffer is of the same device")
    precondition(
      offset >= 0 && offset < buffer.capacity && offset + (length ?? 0) <= buffer.capacity,
      "the range is in the buffer")
    slot.encoder.set(
      .buffer(buffer, offset: offset, length: length), index)
  }

  /// Binds a whole buffer as a `samplerBuffer` or `textureBuffer`: texels are converted as they are
  /// read.
  ///
  /// A buffer of more texels than the device allows (`Buffer.supportsTexels`) makes the submission
  /// fail.
  public mutating func setTexelBuffer(
    _ buffer: Buffer, format: TextureFormat = .rgba8Unorm, index: Int
  ) {
    precondition(buffer.storage.core === slot.core, "the buffer is of the same device")
    slot.encoder.set(.texels(buffer, format), index)
  }

  /// Hands over a small value: to the buffer at `index` where the shader declares one, else to its
  /// push constants.
  public mutating func setBytes<Value: BitwiseCopyable>(_ value: Value, index: Int) {
    withUnsafeBytes(of: value) { setBytes($0, index: index) }
  }

  /// Hands over small data: to the buffer at `index` where the shader declares one, else to its
  /// push constants.
  public mutating func setBytes(_ bytes: UnsafeRawBufferPointer, index: Int) {
    slot.encoder.bytes.removeAll(keepingCapacity: true)
    slot.encoder.bytes.append(contentsOf: bytes.prefix(256))
    do throws(GPUError) {
      slot.encoder.set(.bytes(try slot.arena.append(bytes)), index)
    } catch {
      fail(error)
    }
  }

  /// Sets the push constants.
  public mutating func setPushConstants<Value: BitwiseCopyable>(_ value: Value) {
    withUnsafeBytes(of: value) { setPushConstants($0) }
  }

  /// Sets the push constants, from the first byte on; bytes left out are zero.
  public mutating func setPushConstants(_ bytes: UnsafeRawBufferPointer) {
    slot.encoder.pushConstants.removeAll(keepingCapacity: true)
    slot.encoder.pushConstants.append(contentsOf: bytes)
  }

  /// Takes the time when all that was recorded so far is done: `Submission.gpuTimes`.
  public mutating func sampleTimestamp() { slot.mark() }

  /// Sets the push constants to 32-bit words, from the first on.
  package mutating func setPushConstants(words: [UInt32]) {
    slot.encoder.pushConstants.removeAll(keepingCapacity: true)
    words.withUnsafeBytes { slot.encoder.pushConstants.append(contentsOf: $0) }
  }

  /// Runs one invocation for each pixel of `size`, and those that fill up the last work groups.
  public mutating func dispatchThreads(_ size: Size) {
    dispatchThreads(size.width, size.height, 1)
  }

  /// Runs at least this many invocations; work groups are whole, so the shader checks its position.
  public mutating func dispatchThreads(_ width: Int, _ height: Int = 1, _ depth: Int = 1) {
    guard let pipeline = slot.encoder.pipeline else {
      preconditionFailure("a pipeline is set before a dispatch")
    }
    let group = pipeline.threadsPerThreadgroup
    dispatchThreadgroups(
      (width + group.width - 1) / group.width, (height + group.height - 1) / group.height,
      (depth + group.depth - 1) / group.depth)
  }

  /// Runs this many work groups; nothing when one of the numbers is 0.
  public mutating func dispatchThreadgroups(_ x: Int, _ y: Int = 1, _ z: Int = 1) {
    guard let pipeline = slot.encoder.pipeline else {
      preconditionFailure("a pipeline is set before a dispatch")
    }
    guard slot.failure == nil, x > 0, y > 0, z > 0 else { return }
    do throws(GPUError) {
      try checkLimits(x, y, z, pipeline)
      try resolve(pipeline)
      let sets = try slot.descriptors.sets(for: pipeline, slot.encoder.values)
      slot.access(slot.encoder.accesses)
      record(pipeline, sets)
      slot.core.functions.cmdDispatch(slot.commands, UInt32(x), UInt32(y), UInt32(z))
      slot.dispatches += 1
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: GPUError) {
    if slot.failure == nil { slot.failure = error }
  }

  private func checkLimits(
    _ x: Int, _ y: Int, _ z: Int, _ pipeline: ComputePipelineState
  ) throws(GPUError) {
    let limits = slot.core.physical.limits.maxComputeWorkGroupCount
    guard x <= limits.0, y <= limits.1, z <= limits.2 else {
      throw GPUError(
        .limitExceeded, operation: "dispatch of \(pipeline.label)",
        detail: "\(x)x\(y)x\(z) work groups are more than \(limits.0)x\(limits.1)x\(limits.2); use "
          + "larger work groups or smaller pictures")
    }
  }

  /// Looks up what is bound for each binding of the pipeline.
  private mutating func resolve(_ pipeline: ComputePipelineState) throws(GPUError) {
    slot.encoder.values.removeAll(keepingCapacity: true)
    slot.encoder.accesses.removeAll(keepingCapacity: true)
    for binding in pipeline.bindings {
      let access = ResourceUse.Access(reads: binding.isRead, writes: binding.isWritten)
      if binding.set == 0 {
        guard let texture = slot.encoder.textures[optional: binding.index] else {
          preconditionFailure("\(pipeline.label): no texture is set for '\(binding.name)'")
        }
        slot.encoder.values.append(try texture.descriptor(binding))
        slot.encoder.accesses.append((texture, access))
        continue
      }
      switch slot.encoder.buffers[optional: binding.index] {
      case .buffer(let buffer, let offset, let length):
        slot.encoder.values.append(try buffer.descriptor(binding, offset, length))
        slot.encoder.accesses.append((buffer, access))
      case .texels(let buffer, let format):
        slot.encoder.values.append(try buffer.descriptor(binding, format))
        slot.encoder.accesses.append((buffer, access))
      case .bytes(let piece):
        slot.encoder.values.append(piece.descriptor(binding))
      case nil:
        preconditionFailure("\(pipeline.label): no buffer is set for '\(binding.name)'")
      }
    }
  }

  private mutating func record(_ pipeline: ComputePipelineState, _ sets: DescriptorCache.Sets) {
    let functions = slot.core.functions
    let compute = VK_PIPELINE_BIND_POINT_COMPUTE
    if boundPipeline !== pipeline {
      functions.cmdBindPipeline(slot.commands, compute, pipeline.pipeline.raw)
      slot.retain(pipeline)
      boundPipeline = pipeline
    }
    for (index, set) in [sets.textures, sets.buffers].enumerated() where set != nil {
      var set = set
      functions.cmdBindDescriptorSets(
        slot.commands, compute, pipeline.layout.raw, UInt32(index), 1, &set, 0, nil)
    }
    let size = pipeline.reflection.pushConstantSize
    guard size > 0 else { return }
    let given = slot.encoder.pushConstants.isEmpty ? slot.encoder.bytes : slot.encoder.pushConstants
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { constants in
      for index in 0..<size { constants[index] = given[optional: index] ?? 0 }
      functions.cmdPushConstants(
        slot.commands, pipeline.layout.raw, VK_SHADER_STAGE_COMPUTE_BIT.rawValue, 0, UInt32(size),
        constants.baseAddress)
    }
  }
}

extension Array {
  /// The element at `index`, nil beyond the end.
  fileprivate subscript<Wrapped>(optional index: Int) -> Wrapped? where Element == Wrapped? {
    index < count ? self[index] : nil
  }

  fileprivate subscript(optional index: Int) -> Element? where Element == UInt8 {
    index < count ? self[index] : nil
  }
}

extension Buffer {
  fileprivate func descriptor(
    _ binding: ShaderReflection.Binding, _ offset: Int, _ length: Int?
  ) throws(GPUError) -> DescriptorValue {
    let limits = storage.core.physical.limits
    let most = Int(
      binding.kind == .uniformBuffer ? limits.maxUniformBufferRange : limits.maxStorageBufferRange)
    if let length, length > most {
      throw GPUError(
        .limitExceeded, operation: "'\(binding.name)'",
        detail:
          "\(length) bytes are more than the \(most) that the device shows a shader; bind a part")
    }
    return DescriptorValue(
      type: binding.kind.descriptorType, binding: UInt32(binding.index), resource: usage.id,
      offset: UInt64(offset), range: UInt64(length ?? min(capacity - offset, most)),
      handle: storage.buffer.raw)
  }

  fileprivate func descriptor(
    _ binding: ShaderReflection.Binding, _ format: TextureFormat
  ) throws(GPUError) -> DescriptorValue {
    precondition(
      binding.kind == .uniformTexelBuffer, "'\(binding.name)' is declared as a texel buffer")
    let view = try storage.texelView(format)
    return DescriptorValue(
      type: binding.kind.descriptorType, binding: UInt32(binding.index), resource: usage.id,
      detail: Int(format.vulkan.rawValue), handle: view)
  }
}

extension ByteArena.Piece {
  fileprivate func descriptor(_ binding: ShaderReflection.Binding) -> DescriptorValue {
    DescriptorValue(
      type: binding.kind.descriptorType, binding: UInt32(binding.index), resource: storage.usage.id,
      offset: UInt64(offset), range: UInt64(length), handle: storage.buffer.raw)
  }
}
