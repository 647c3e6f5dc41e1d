import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct PoolTests {
  /// Frames as the engine makes them: pooled buffers, two passes, a texture read back now and then.
  @Test func warmFramesMakeNoVulkanObject() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let pool = device.makeBufferPool(label: "frames")
    let first = try bench.pipeline(
      "data[i] = gain * i;",
      declarations: "layout(push_constant) uniform Constants { uint gain; };")
    let second = try bench.pipeline(
      "data[i] = source[i] + offset;",
      declarations: """
        layout(set = 1, binding = 1) readonly buffer Source { uint source[]; };
        layout(set = 1, binding = 2) uniform Block { uint offset; };
        """)
    func frame(_ number: UInt32) throws -> (Buffer, Submission) {
      let middle = try pool.take(length: 4000)
      let output = try pool.take(length: 8000)
      var commands = try bench.queue.makeCommandBuffer(label: "frame")
      commands.compute { encoder in
        encoder.setComputePipelineState(first)
        encoder.setBuffer(middle, length: 4000, index: 0)
        encoder.setPushConstants(number)
        encoder.dispatchThreads(1000)
        encoder.setComputePipelineState(second)
        encoder.setBuffer(output, length: 4000, index: 0)
        encoder.setBuffer(middle, length: 4000, index: 1)
        encoder.setBytes(number + 1, index: 2)
        encoder.dispatchThreads(1000)
      }
      return (output, commands.commit())
    }
    func run(_ count: UInt32) throws {
      var flight: [(Buffer, Submission)] = []
      for number in 0..<count {
        flight.append(try frame(number))
        guard flight.count == 3 || number == count - 1 else { continue }
        for (index, (output, submission)) in flight.enumerated() {
          try submission.waitUntilCompleted()
          let frame = number - UInt32(flight.count - 1 - index)
          let word = output.contents?.load(fromByteOffset: 999 * 4, as: UInt32.self)
          #expect(word == 999 * frame + frame + 1)
        }
        flight = []
      }
    }
    try run(12)
    let before = device.statistics
    let taken = pool.statistics
    try run(60)
    let work = device.statistics - before
    #expect(work.objectsCreated == 0)
    #expect(work.memoryAllocations == 0)
    #expect(work.descriptorSetsAllocated == 0)
    #expect(work.dispatches == 120)
    #expect(work.submissions == 60)
    #expect(work.peakBytesAllocated == before.peakBytesAllocated)
    #expect(pool.statistics.created == taken.created)
    #expect(pool.statistics.taken - taken.taken == 120)
    #expect(pool.statistics.bytesInUse == 0)
  }

  @Test func aBufferIsNotHandedOutAgainWhileTheDeviceUsesIt() throws {
    let bench = try Bench(Bench.unvalidated())
    let pool = bench.device.makeBufferPool(options: .storageModePrivate)
    let event = try bench.device.makeSharedEvent()
    var commands = try bench.queue.makeCommandBuffer()
    try {
      let buffer = try pool.take(length: 1000)
      commands.encodeWait(for: event, value: 1)
      commands.blit { $0.fill(buffer, value: 1) }
    }()
    let submission = commands.commit()
    #expect(pool.statistics.bytesInUse == 4096)
    try event.signal(1)
    try submission.waitUntilCompleted()
    #expect(pool.statistics.bytesInUse == 0)
    _ = try pool.take(length: 2000)
    #expect(pool.statistics.created == 1)
  }

  @Test func aPoolKeepsToItsBudgetAndMakesRoom() throws {
    let bench = try Bench()
    let pool = bench.device.makeBufferPool(budget: 65_536, label: "small")
    var held: [Buffer] = [try pool.take(length: 40_000)]
    let error = #expect(throws: GPUError.self) { try pool.take(length: 40_000) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.operation.contains("small") == true)
    held = []
    // Another size: the waiting buffer gives way.
    held = [try pool.take(length: 60_000)]
    #expect(pool.statistics.bytes <= 65_536)
    #expect(pool.statistics.highWaterMark <= 65_536)
    #expect(held[0].length == 60_000)
    held = []
    pool.trim()
    #expect(pool.statistics.bytes == 0)
  }

  @Test func memoryComesBackWhenBuffersGo() throws {
    let device = try Bench.own()
    let before = device.statistics.bytesAllocated
    try {
      let buffers = try (0..<5).map { _ in try device.makeBuffer(length: 1 << 20) }
      #expect(device.statistics.bytesAllocated - before >= 5 << 20)
      #expect(buffers.count == 5)
    }()
    #expect(device.statistics.bytesAllocated == before)
    #expect(device.statistics.peakBytesAllocated >= before + 5 << 20)
  }
}
