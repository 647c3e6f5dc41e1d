package import VKCompute
package import VKCore

/// Runs chains on a device and keeps what it has compiled.
///
/// One thread at a time submits; results may be waited for on any thread.
package final class ChainExecutor: Sendable {
  /// What a compiled chain depends on: equal keys run the same code.
  private struct Key: Equatable {
    let steps: [StepKey]
    let inputs: [StoredSurface]
    let format: PixelFormat
    let options: ChainOptions
  }

  private struct StepKey: Equatable {
    let type: ObjectIdentifier
    /// What is written into the code: weights.
    let values: [ParameterValue]
    /// How its lookup table is read, and the size of the picture that it writes: these are written there too.
    let table: TableShape?
    let size: Size
  }

  private struct State {
    /// Most recently used last.
    var chains: [(key: Key, chain: CompiledChain)] = []
    var statistics = Statistics()
  }

  /// What the executor did.
  package struct Statistics: Sendable {
    package var framesSubmitted = 0
    package var chainsCompiled = 0
    /// Runs of each pass by name, with the bytes that one run moves.
    package var passes: [PassStatistics] = []
  }

  /// What one pass did.
  package struct PassStatistics: Sendable {
    package let name: String
    package var dispatches: Int
    package var gpuSeconds: Double
    package let bytesRead: Int
    package let bytesWritten: Int
  }

  private static let capacity = 8

  package let context: RenderContext
  private let state = Locked(State())

  package init(context: RenderContext) { self.context = context }

  /// The counters now.
  package var statistics: Statistics { state.withLock { $0.statistics } }

  /// Starts rendering `inputs` through `filters` into `format`.
  ///
  /// - Throws: `FilterError` when the chain does not fit, `GPUError` when the device fails.
  package func submit(
    _ filters: [any Filter], inputs: [PixelBuffer], format: PixelFormat,
    options: ChainOptions = ChainOptions(), moments: [FrameMoment] = []
  ) throws -> PendingRender {
    for filter in filters { try filter.validate() }
    let steps = try flatten(filters, sizes: inputs.map(\.size), moments: moments)
    let chain = try compiled(steps, inputs: inputs, format: format, options: options)
    let plan = chain.plan
    let parameters =
      chain.parameterLength > 0
      ? try context.parameterPool.take(length: chain.parameterLength) : nil
    if let parameters { try chain.writeParameters(steps, to: parameters) }
    let staged = try inputs.map { try stage($0) }
    let length =
      try plan.output.map { try PixelLayout(format: $0.format, size: $0.size).length }
      ?? plan.numbers?.byteCount ?? 0
    let result = try context.memory.takeDeviceMemory(length: length)
    let isUnified = context.device.isUnifiedMemory
    let output = isUnified ? result.buffer : try context.privatePool.take(length: result.length)
    let sources = try isUnified ? staged.map(\.buffer) : staged.map { try privateTwin(of: $0) }
    let frame = CompiledChain.FrameResources(
      inputs: zip(sources, staged).map { ($0, $1.offsets) }, output: output,
      parameters: parameters,
      lookups: try chain.lookupBuffers(for: steps, from: context.parameterPool))
    let submission = try encode(
      chain, frame, staged: staged.map(\.buffer), result: result.buffer, length: length)
    count(plan)
    return PendingRender(
      submission: submission, memory: result, chain: chain, frame: frame, inputs: inputs,
      isCopied: !isUnified)
  }

  /// Records and submits a frame.
  ///
  /// Where the host cannot see the device's memory, inputs and result are copied by the device.
  private func encode(
    _ chain: CompiledChain, _ frame: CompiledChain.FrameResources, staged: [Buffer],
    result: Buffer, length: Int
  ) throws -> Submission {
    let isUnified = context.device.isUnifiedMemory
    var commands = try context.queue.makeCommandBuffer(label: "frame")
    if !isUnified {
      commands.blit { encoder in
        for (from, to) in zip(staged, frame.inputs) {
          encoder.copy(from: from, to: to.buffer, length: min(from.length, to.buffer.length))
        }
      }
      commands.compute { encoder in encoder.sampleTimestamp() }
    }
    commands.compute { encoder in chain.encode(frame, into: &encoder) }
    if !isUnified {
      commands.blit { encoder in encoder.copy(from: frame.output, to: result, length: length) }
    }
    return commands.commit()
  }

  // MARK: Compiling

  private func key(
    _ steps: [Step], _ inputs: [PixelBuffer], _ format: PixelFormat, _ options: ChainOptions
  ) -> Key {
    Key(
      steps: steps.map(stepKey), inputs: inputs.map { StoredSurface($0) }, format: format,
      options: context.options(options))
  }

  /// Whether a chain's code is there.
  func isReady(
    _ filters: [any Filter], inputs: [PixelBuffer], format: PixelFormat, options: ChainOptions
  ) -> Bool {
    guard let steps = try? flatten(filters, sizes: inputs.map(\.size)) else { return false }
    let key = key(steps, inputs, format, options)
    return state.withLock { $0.chains.contains { $0.key == key } }
  }

  private func compiled(
    _ steps: [Step], inputs: [PixelBuffer], format: PixelFormat, options: ChainOptions
  ) throws -> CompiledChain {
    let key = key(steps, inputs, format, options)
    let known = state.withLock { state -> CompiledChain? in
      guard let index = state.chains.lastIndex(where: { $0.key == key }) else { return nil }
      let entry = state.chains.remove(at: index)
      state.chains.append(entry)
      return entry.chain
    }
    if let known { return known }
    var planner = Planner(steps: steps, inputs: key.inputs, options: key.options)
    let chain = try CompiledChain(planner.plan(writing: format), context: context)
    state.withLock { state in
      state.chains.append((key, chain))
      if state.chains.count > Self.capacity { state.chains.removeFirst() }
      state.statistics.chainsCompiled += 1
    }
    return chain
  }

  /// Compiles a chain without running it, so that its first frame does not wait.
  package func prepare(
    _ filters: [any Filter], inputs: [PixelBuffer], format: PixelFormat,
    options: ChainOptions = ChainOptions()
  ) throws {
    let steps = try flatten(filters, sizes: inputs.map(\.size))
    _ = try compiled(steps, inputs: inputs, format: format, options: options)
  }

  private func stepKey(_ step: Step) -> StepKey {
    let isWritten = step.filter is any LinearFilter || step.filter is any RankFilter
    return StepKey(
      type: ObjectIdentifier(type(of: step.filter)),
      values: isWritten ? step.filter.parameterValues.map(\.value) : [], table: step.tableShape,
      size: step.size)
  }

  // MARK: Memory

  /// An input in memory that the device can read, copied there when it is elsewhere.
  private func stage(_ input: PixelBuffer) throws -> (buffer: Buffer, offsets: [Int]) {
    if let memory = input.memory.storage as? DeviceMemory,
      memory.buffer.belongs(to: context.device)
    {
      let shift = input.memory.baseAddress - memory.baseAddress
      try memory.buffer.didModify(0..<memory.length)
      return (memory.buffer, input.planes.map { $0.offset + shift })
    }
    // A copy keeps strides and the alignment of planes, so that the same code reads it.
    let memory = try context.memory.takeDeviceMemory(length: input.memory.length)
    memory.baseAddress.copyMemory(from: input.memory.baseAddress, byteCount: input.memory.length)
    try memory.buffer.didModify(0..<memory.length)
    context.countCopy()
    return (memory.buffer, input.planes.map(\.offset))
  }

  /// Makes the memory that a run of frames like these will need, so that none is made while they flow.
  ///
  /// - Parameters:
  ///   - input: a frame of the source; its memory shows what the source takes.
  ///   - render: that frame's rendering.
  ///   - inFlight: frames that may be on the device at once.
  ///   - waiting: frames that may wait in queues or be with consumers at once.
  ///   - queued: frames of the source that may wait for their turn.
  /// - Throws: `GPUError` when the device is out of memory.
  func reserve(
    for input: PixelBuffer, _ render: PendingRender, inFlight: Int, waiting: Int, queued: Int
  ) throws {
    var wanted = [(render.memory.length - DeviceMemoryPool.slack, waiting)]
    if let memory = input.memory.storage as? DeviceMemory, !memory.isAdopted {
      wanted.append((memory.length - DeviceMemoryPool.slack, waiting + queued))
    }
    try context.memory.reserve(wanted)
    try rehearse(render, count: inFlight)
    if let parameters = render.frame.parameters {
      var held: [Buffer] = []
      for _ in 0..<waiting {
        held.append(try context.parameterPool.take(length: parameters.length))
      }
    }
  }

  /// Records a frame into so many command buffers at once and drops them: what they need is made then.
  private func rehearse(_ render: PendingRender, count: Int) throws {
    guard count > 0 else { return }
    var commands = try context.queue.makeCommandBuffer(label: "rehearsal")
    commands.compute { render.chain.encode(render.frame, into: &$0, isRehearsal: true) }
    try rehearse(render, count: count - 1)
  }

  private func privateTwin(of input: (buffer: Buffer, offsets: [Int])) throws -> Buffer {
    try context.privatePool.take(length: input.buffer.length)
  }

  /// Adds the times that a completed rendering's passes took.
  func addTimes(of render: PendingRender) {
    state.withLock { state in
      for (pass, seconds) in zip(render.plan.passes, render.passSeconds) {
        let entry = state.statistics.passes.firstIndex { $0.name == pass.name }
        if let entry { state.statistics.passes[entry].gpuSeconds += seconds }
      }
    }
  }

  private func count(_ plan: Plan) {
    state.withLock { state in
      state.statistics.framesSubmitted += 1
      for pass in plan.passes {
        if let index = state.statistics.passes.firstIndex(where: { $0.name == pass.name }) {
          state.statistics.passes[index].dispatches += 1
        } else {
          state.statistics.passes.append(
            PassStatistics(
              name: pass.name, dispatches: 1, gpuSeconds: 0, bytesRead: pass.bytesRead,
              bytesWritten: pass.bytesWritten))
        }
      }
    }
  }
}

/// A frame on its way through the device.
package struct PendingRender: Sendable {
  package let submission: Submission
  let memory: DeviceMemory
  let chain: CompiledChain
  let frame: CompiledChain.FrameResources
  /// Held until the device has read them.
  let inputs: [PixelBuffer]
  /// Whether the device copies the pictures into its own memory first, and the result out of it.
  let isCopied: Bool

  var plan: Plan { chain.plan }

  /// Seconds that each pass took, copies left out; empty until the device is done, and where it has no timestamps.
  package var passSeconds: [Double] {
    let times = Array(submission.gpuTimes.dropFirst(isCopied ? 1 : 0))
    guard times.count > plan.passes.count else { return [] }
    return plan.passes.indices.map { times[$0 + 1] - times[$0] }
  }

  /// The filter whose numbers are the result, if they are.
  var reduction: (any ReductionFilter)? {
    plan.output == nil ? plan.steps.last?.filter as? any ReductionFilter : nil
  }

  /// The picture where the device has it or will have it, for further work on the device; nil when the chain ends in numbers.
  package var pixels: (buffer: Buffer, bytesPerRow: Int, size: Size)? {
    guard let output = plan.output else { return nil }
    return (frame.output, output.strides[0], output.size)
  }

  /// Waits for this frame only, at most `timeout` seconds, and gives its picture.
  ///
  /// - Throws: `GPUError` when the device fails, `FilterError` when the chain ends in numbers.
  package func picture(timeout: Double? = nil) throws -> PixelBuffer {
    guard let output = plan.output else {
      throw FilterError(.inputs, "the chain ends in numbers; there is no picture to take")
    }
    try submission.waitUntilCompleted(timeout: timeout)
    try memory.buffer.invalidate()
    let layout = try PixelLayout(format: output.format, size: output.size)
    return PixelBuffer(
      memory: memory, format: output.format, size: output.size, planes: layout.planes,
      colorSpace: output.colorSpace, alphaMode: output.alphaMode)
  }

  /// Waits for this frame only, at most `timeout` seconds, and gives its numbers.
  ///
  /// - Throws: `GPUError` when the device fails, `FilterError` when the chain ends in a picture.
  package func value(timeout: Double? = nil) throws -> any Sendable {
    guard let reduction else {
      throw FilterError(.inputs, "the chain ends in a picture; there are no numbers to take")
    }
    try submission.waitUntilCompleted(timeout: timeout)
    try memory.buffer.invalidate()
    switch (plan.numbers, reduction) {
    case (.sums(let count), let filter as any MeanFilter):
      let sums = memory.baseAddress.assumingMemoryBound(to: SIMD4<Float>.self)
      var total = SIMD4<Double>.zero
      for index in 0..<count { total += SIMD4<Double>(sums[index]) }
      return filter.value(mean: total / Double(plan.size.width * plan.size.height))
    case (.counters(let count), let filter as any CountingFilter):
      let counters = memory.baseAddress.assumingMemoryBound(to: UInt32.self)
      return filter.value(
        counts: UnsafeBufferPointer(start: counters, count: count), size: plan.size)
    default:
      throw FilterError(.kernel, "\(type(of: reduction).shortName) yields no numbers")
    }
  }
}
