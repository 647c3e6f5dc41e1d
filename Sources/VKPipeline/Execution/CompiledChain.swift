internal import VKCompute
internal import VKCore

/// A plan with the device's objects that it needs: pipelines, images and buffers between passes, tables.
///
/// Thread-safe, but one thread at a time encodes: the memory between passes is shared by all frames in flight, which run
/// one after another on the queue.
final class CompiledChain: Sendable {
  /// The parameters of a pass: where its block lies in the frame's uniform buffer and which step's struct is where in it.
  private struct Block: Sendable {
    var offset = 0
    var length = 0
    var structs: [(step: Int, offset: Int, members: [MemberLayout])] = []
  }

  let plan: Plan
  /// Bytes of the frame's uniform buffer; 0 when no filter has parameters.
  let parameterLength: Int
  private let pipelines: [ComputePipelineState]
  private let blocks: [Block]
  private let textures: [Texture]
  private let planes: [Buffer]
  private let states: [Int: Texture]
  private let tables: [Buffer]
  /// The lookup tables of steps as they are now.
  private let lookups: Locked<[Int: (table: LookupTable, buffer: Buffer)]>
  private let counters: [Buffer]
  private let hasWrittenStates = Locked(false)

  /// Compiles every pass of `plan`.
  ///
  /// - Throws: `FilterError` when a kernel does not compile, `GPUError` when the device has not enough memory.
  init(_ plan: Plan, context: RenderContext) throws {
    self.plan = plan
    let device = context.device
    var pipelines: [ComputePipelineState] = []
    var blocks: [Block] = []
    var end = 0
    var known: [String: ComputePipelineState] = [:]
    for pass in plan.passes {
      let pipeline = try known[pass.source] ?? Self.compile(pass, device: device)
      known[pass.source] = pipeline
      pipelines.append(pipeline)
      let block = Self.block(of: pass, pipeline: pipeline, offset: end)
      blocks.append(block)
      end = (end + block.length + 255) & ~255
    }
    self.pipelines = pipelines
    self.blocks = blocks
    parameterLength = end
    textures = try plan.textures.map { try Self.makeTexture($0, device: device) }
    states = try plan.states.mapValues { try Self.makeTexture($0, device: device) }
    planes = try plan.planes.map { try Self.makePlanes($0, device: device) }
    counters = try plan.counters.map {
      try device.makeBuffer(
        length: max($0 * 4, 16), options: .storageModePrivate, label: "counters")
    }
    tables = try plan.tables.map { words in
      let buffer = try device.makeBuffer(
        length: max(words.count * 4, 16), options: .storageModeShared, label: "table")
      try Self.write(words, to: buffer)
      return buffer
    }
    var lookups: [Int: (table: LookupTable, buffer: Buffer)] = [:]
    for (step, index) in plan.lookups {
      if let table = plan.steps[step].table { lookups[step] = (table, tables[index]) }
    }
    self.lookups = Locked(lookups)
  }

  private static func makePlanes(_ surface: StoredSurface, device: Device) throws -> Buffer {
    let layout = try PixelLayout(format: surface.format, size: surface.size)
    return try device.makeBuffer(
      length: (surface.isWide ? 2 : 1) * layout.length + 256, options: .storageModePrivate,
      label: "planes between passes")
  }

  private static func write<Element>(_ elements: [Element], to buffer: Buffer) throws {
    elements.withUnsafeBytes { source in
      if let from = source.baseAddress {
        buffer.contents?.copyMemory(from: from, byteCount: source.count)
      }
    }
    try buffer.didModify(0..<buffer.length)
  }

  /// The lookup tables of `steps`, which are this plan's with perhaps other values, by their place in the plan.
  ///
  /// One that has changed is written into another buffer, for frames before may still read the last one.
  func lookupBuffers(for steps: [Step], from pool: BufferPool) throws -> [Int: Buffer] {
    var buffers: [Int: Buffer] = [:]
    for (step, index) in plan.lookups {
      guard let table = steps[step].table else { continue }
      let known = lookups.withLock { $0[step] }
      if let known, known.table == table {
        buffers[index] = known.buffer
        continue
      }
      let entries = table.kernelEntries
      let buffer = try pool.take(length: entries.count * MemoryLayout<SIMD4<Float>>.stride)
      try Self.write(entries, to: buffer)
      lookups.withLock { $0[step] = (table, buffer) }
      buffers[index] = buffer
    }
    return buffers
  }

  private static func compile(_ pass: Pass, device: Device) throws -> ComputePipelineState {
    do {
      let library = try device.makeLibrary(source: pass.source, name: pass.name)
      return try device.makeComputePipelineState(function: library.makeFunction(name: "main"))
    } catch {
      guard error.code == .compilation else { throw error }
      throw FilterError(.kernel, "\(pass.name): \(error.detail)", cause: error)
    }
  }

  private static func block(of pass: Pass, pipeline: ComputePipelineState, offset: Int) -> Block {
    var block = Block(offset: offset)
    guard let binding = pass.bindings.first(where: { $0.kind == .uniformBuffer }),
      let members = pipeline.reflection.members(ofBlockAt: 1, binding.index)
    else { return block }
    let numbers = pass.memberNumbers ?? pass.parameterSteps
    for (step, number) in zip(pass.parameterSteps, numbers) {
      guard let member = members.first(where: { $0.name == "p\(number)" }),
        case .structure(let inner) = member.type
      else { continue }
      block.structs.append((step, member.offset, inner))
      block.length = max(block.length, member.offset + member.type.size + 16)
    }
    return block
  }

  private static func makeTexture(_ surface: TextureSurface, device: Device) throws -> Texture {
    let format: TextureFormat =
      switch surface.storage {
      case .rgba8: .rgba8Unorm
      case .rgba16f: .rgba16Float
      case .rgba32f: .rgba32Float
      }
    return try device.makeTexture(
      descriptor: .texture2D(format, width: surface.size.width, height: surface.size.height))
  }

  /// Writes the parameters of `steps`, which are this plan's with perhaps other values.
  func writeParameters(_ steps: [Step], to buffer: Buffer) throws {
    guard let bytes = buffer.contents else { return }
    for block in blocks {
      for part in block.structs {
        ParameterWriter.write(
          steps[part.step].filter, members: part.members,
          to: bytes + block.offset + part.offset)
      }
    }
    try buffer.didModify(0..<buffer.length)
  }

  /// What a frame brings along.
  struct FrameResources: Sendable {
    /// Each input's buffer and where its planes start.
    let inputs: [(buffer: Buffer, offsets: [Int])]
    /// Receives the picture, or the partial sums.
    let output: Buffer
    let parameters: Buffer?
    /// The lookup tables of steps, by their place in the plan.
    let lookups: [Int: Buffer]
  }

  /// Encodes all passes; a rehearsal is not submitted and leaves states as they are.
  func encode(
    _ frame: FrameResources, into encoder: inout ComputeEncoder, isRehearsal: Bool = false
  ) {
    let isFirst = hasWrittenStates.withLock { written in
      defer { written = written || !isRehearsal }
      return !written
    }
    for (index, pass) in plan.passes.enumerated() {
      encoder.setComputePipelineState(pipelines[index])
      for binding in pass.bindings {
        bind(binding, of: blocks[index], frame, &encoder)
      }
      if !pass.pushes.isEmpty {
        let words = pass.pushes.map { push -> UInt32 in
          switch push {
          case .isFirstFrame: isFirst ? 1 : 0
          case .offset(.input(let input), let plane, let inWords):
            UInt32(truncatingIfNeeded: frame.inputs[input].offsets[plane] / (inWords ? 4 : 1))
          case .offset: 0
          }
        }
        encoder.setPushConstants(words: words)
      }
      encoder.dispatchThreads(pass.threads)
      encoder.sampleTimestamp()
    }
  }

  private func bind(
    _ binding: Binding, of block: Block, _ frame: FrameResources,
    _ encoder: inout ComputeEncoder
  ) {
    switch binding.resource {
    case .texture(let index): encoder.setTexture(textures[index], index: binding.index)
    case .state(let step):
      if let texture = states[step] { encoder.setTexture(texture, index: binding.index) }
    case .parameters:
      if let parameters = frame.parameters {
        encoder.setBuffer(
          parameters, offset: block.offset, length: block.length, index: binding.index)
      }
    case .input(let index): bind(frame.inputs[index].buffer, binding, &encoder)
    case .planes(let index): bind(planes[index], binding, &encoder)
    case .output, .sums: bind(frame.output, binding, &encoder)
    case .table(let index): bind(frame.lookups[index] ?? tables[index], binding, &encoder)
    case .counters(let index): bind(counters[index], binding, &encoder)
    }
  }

  private func bind(_ buffer: Buffer, _ binding: Binding, _ encoder: inout ComputeEncoder) {
    switch binding.kind {
    case .texelBuffer:
      encoder.setTexelBuffer(buffer, format: .rgba8Unorm, index: binding.index)
    case .wideTexelBuffer:
      encoder.setTexelBuffer(buffer, format: .rgba16Unorm, index: binding.index)
    case .sampleBuffer:
      encoder.setTexelBuffer(buffer, format: .r8Unorm, index: binding.index)
    case .wideSampleBuffer:
      encoder.setTexelBuffer(buffer, format: .r16Unorm, index: binding.index)
    case .floatTexelBuffer:
      encoder.setTexelBuffer(buffer, format: .rgba32Float, index: binding.index)
    case .wordTexelBuffer:
      encoder.setTexelBuffer(buffer, format: .r32Uint, index: binding.index)
    default:
      encoder.setBuffer(buffer, index: binding.index)
    }
  }
}
