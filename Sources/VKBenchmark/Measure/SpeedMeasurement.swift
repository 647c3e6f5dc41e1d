package import VKCompute
internal import VKCore

/// Measures what a device can do at best: copies, launches, arithmetic.
package struct SpeedMeasurement {
  private let device: Device
  private let queue: CommandQueue
  private let seconds: Double

  /// Gets ready to measure, about `seconds` for each figure.
  package init(device: Device, seconds: Double = 0.25) {
    self.device = device
    self.seconds = seconds
    queue = device.makeCommandQueue(label: "speed")
  }

  /// All figures.
  ///
  /// - Throws: `GPUError` when the device fails.
  package func run() throws(GPUError) -> DeviceSpeed {
    let pair = try copyBuffers()
    let bytes = pair.from.length
    // Memory that nothing was written to may be one page of zeros.
    _ = try time { commands in
      commands.blit { encoder in
        encoder.fill(pair.from, value: 0x5A)
        encoder.fill(pair.to, value: 0)
      }
    }
    let kernel = try kernelCopySeconds(pair)
    let blit = try best { () throws(GPUError) in
      try time { commands in
        commands.blit { $0.copy(from: pair.from, to: pair.to, length: bytes) }
      }
    }
    let bus = try hostSeconds(pair)
    return DeviceSpeed(
      copyBytes: bytes, kernelCopyBytesPerSecond: 2 * Double(bytes) / kernel,
      deviceCopyBytesPerSecond: 2 * Double(bytes) / blit,
      hostToDeviceBytesPerSecond: Double(bytes) / bus.down,
      deviceToHostBytesPerSecond: Double(bytes) / bus.up, dispatchSeconds: try dispatchSeconds(),
      roundTripSeconds: try roundTripSeconds(), flopsPerSecond: try flops())
  }

  /// Two buffers that only the device needs to see, larger than caches.
  private func copyBuffers() throws(GPUError) -> (from: Buffer, to: Buffer) {
    var bytes = device.kind == .cpu ? 64 << 20 : 256 << 20
    while bytes > device.limits.maxStorageBufferRange { bytes /= 2 }
    while true {
      do throws(GPUError) {
        return (
          try device.makeBuffer(length: bytes, options: .storageModePrivate, label: "from"),
          try device.makeBuffer(length: bytes, options: .storageModePrivate, label: "to")
        )
      } catch {
        guard error.isOutOfMemory, bytes > 4 << 20 else { throw error }
        bytes /= 2
      }
    }
  }

  // MARK: Copies

  /// The best of a few work groups.
  private func kernelCopySeconds(_ pair: (from: Buffer, to: Buffer)) throws(GPUError) -> Double {
    var result = Double.infinity
    for group in CopyKernel.groups(device) {
      let kernel = try CopyKernel(device, from: pair.from, to: pair.to, group: group)
      let seconds = try best { () throws(GPUError) in
        try time { kernel.encode(into: &$0) }
      }
      result = min(result, seconds)
    }
    return result
  }

  /// The time to bring a buffer's bytes from the host's memory to where kernels read them, and back.
  private func hostSeconds(
    _ pair: (from: Buffer, to: Buffer)
  ) throws(GPUError) -> (down: Double, up: Double) {
    let bytes = pair.from.length
    let shared = try device.makeBuffer(length: bytes, options: .storageModeShared, label: "host")
    guard !device.isUnifiedMemory, let contents = shared.contents else {
      return try processorSeconds(shared)
    }
    contents.initializeMemory(as: UInt8.self, repeating: 7, count: bytes)
    try shared.didModify(0..<bytes)
    let down = try best { () throws(GPUError) in
      try time { commands in
        commands.blit { $0.copy(from: shared, to: pair.from, length: bytes) }
      }
    }
    let up = try best { () throws(GPUError) in
      try time { commands in
        commands.blit { $0.copy(from: pair.from, to: shared, length: bytes) }
      }
    }
    return (down, up)
  }

  /// Where the device's memory is the host's, the processor copies.
  private func processorSeconds(_ shared: Buffer) throws(GPUError) -> (down: Double, up: Double) {
    guard let contents = shared.contents else { return (.infinity, .infinity) }
    let memory = HeapMemory(length: shared.length)
    func copy(_ to: UnsafeMutableRawPointer, _ from: UnsafeMutableRawPointer) throws(GPUError)
      -> Double
    {
      try best { () throws(GPUError) in
        let begin = ContinuousClock.now
        to.copyMemory(from: from, byteCount: shared.length)
        return (ContinuousClock.now - begin).seconds
      }
    }
    return (
      try copy(contents, memory.baseAddress), try copy(memory.baseAddress, contents)
    )
  }

  // MARK: Launches

  private static let emptySource = """
    #version 450
    layout(local_size_x = 64) in;
    void main() {}
    """

  private func dispatchSeconds() throws(GPUError) -> Double {
    let pipeline = try pipeline(Self.emptySource, "nothing")
    let count = 256
    func many(_ count: Int) throws(GPUError) -> Double {
      try best { () throws(GPUError) in
        try time { commands in
          commands.compute { encoder in
            encoder.setComputePipelineState(pipeline)
            for _ in 0..<count { encoder.dispatchThreadgroups(1) }
          }
        }
      }
    }
    return max(0, (try many(count) - many(1)) / Double(count - 1))
  }

  private func roundTripSeconds() throws(GPUError) -> Double {
    let pipeline = try pipeline(Self.emptySource, "nothing")
    var times: [Double] = []
    for _ in 0..<40 {
      let begin = ContinuousClock.now
      var commands = try queue.makeCommandBuffer(label: "nothing")
      commands.compute { encoder in
        encoder.setComputePipelineState(pipeline)
        encoder.dispatchThreadgroups(1)
      }
      try commands.commit().waitUntilCompleted()
      times.append((ContinuousClock.now - begin).seconds)
    }
    return Spread(Array(times.dropFirst(5)))?.median ?? 0
  }

  // MARK: Arithmetic

  private static let chains = 8
  private static let rounds = 256

  /// Rows of multiply-adds that do not wait for each other; what they start from is not known to the compiler.
  private static let arithmeticSource: String = {
    let names = (0..<chains).map { "a\($0)" }
    let setup = names.enumerated().map { "vec4 \($1) = vec4(x) + \($0).5;" }
    let work = names.map { "\($0) = \($0) * m + b;" }
    return """
      #version 450
      layout(local_size_x = 64) in;
      layout(set = 1, binding = 0, std430) buffer Values { vec4 values[]; };
      void main() {
        float x = float(gl_GlobalInvocationID.x);
        vec4 m = values[0], b = values[1];
        \(setup.joined(separator: " "))
        for (int i = 0; i < \(rounds); i++) { \(work.joined(separator: " ")) }
        values[2u + gl_GlobalInvocationID.x] = \(names.joined(separator: " + "));
      }
      """
  }()

  private func flops() throws(GPUError) -> Double {
    let threads = device.kind == .cpu ? 1 << 14 : 1 << 21
    let values = try device.makeBuffer(length: (threads + 2) * 16, label: "values")
    if let contents = values.contents {
      let vectors = contents.bindMemory(to: SIMD4<Float>.self, capacity: 2)
      vectors[0] = SIMD4(repeating: 0.999)
      vectors[1] = SIMD4(repeating: 0.001)
    }
    try values.didModify(0..<values.length)
    let pipeline = try pipeline(Self.arithmeticSource, "multiply-add")
    let seconds = try best { () throws(GPUError) in
      try time { commands in
        commands.compute { encoder in
          encoder.setComputePipelineState(pipeline)
          encoder.setBuffer(values, index: 0)
          encoder.dispatchThreadgroups(threads / 64)
        }
      }
    }
    return Double(threads * Self.rounds * Self.chains * 4 * 2) / seconds
  }

  // MARK: Timing

  private func pipeline(_ source: String, _ name: String) throws(GPUError) -> ComputePipelineState {
    let library = try device.makeLibrary(source: source, name: name)
    return try device.makeComputePipelineState(function: try library.makeFunction())
  }

  /// The shortest of the times that fit into the time for a figure, after one that does not count.
  private func best(_ measure: () throws(GPUError) -> Double) throws(GPUError) -> Double {
    _ = try measure()
    let begin = ContinuousClock.now
    var result = Double.infinity
    var count = 0
    while count < 3 || (count < 50 && (ContinuousClock.now - begin).seconds < seconds) {
      result = min(result, try measure())
      count += 1
    }
    return max(result, 1e-9)
  }

  /// The time of one command buffer: the device's own, the host's where the device has no clock.
  private func time(_ record: (inout CommandBuffer) -> Void) throws(GPUError) -> Double {
    var commands = try queue.makeCommandBuffer(label: "speed")
    record(&commands)
    let begin = ContinuousClock.now
    let submission = commands.commit()
    try submission.waitUntilCompleted()
    let elapsed = (ContinuousClock.now - begin).seconds
    let own = submission.gpuEndTime - submission.gpuStartTime
    return own > 0 ? own : elapsed
  }
}
