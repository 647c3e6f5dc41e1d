import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct BarrierTests {
  /// Each link of the chain reads what the one before wrote; a link that came too early would be
  /// lost.
  @Test func aChainInOneCommandBufferIsOrderedByOneBarrierALink() throws {
    let device = try Bench.own()
    let own = try Bench(device)
    let double = try own.pipeline("data[i] = data[i] * 2u + 1u;")
    let buffer = try own.buffer([UInt32](repeating: 0, count: 1000))
    let before = device.statistics
    var commands = try own.queue.makeCommandBuffer(label: "chain")
    commands.compute { encoder in
      encoder.setComputePipelineState(double)
      encoder.setBuffer(buffer, index: 0)
      for _ in 0..<10 { encoder.dispatchThreads(1000) }
    }
    try commands.commit().waitUntilCompleted()
    let work = device.statistics - before
    // 2^10 - 1: each of ten steps doubles and adds one.
    #expect(buffer.words == [UInt32](repeating: 1023, count: 1000))
    #expect(work.dispatches == 10)
    // The links' nine; the first link needs none.
    #expect(work.barriers == 9)
  }

  @Test func independentDispatchesHaveNoBarrier() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let fill = try bench.pipeline("data[i] = 7u;")
    let buffers = try (0..<4).map { _ in
      try device.makeBuffer(length: 256, options: .storageModePrivate)
    }
    let before = device.statistics
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(fill)
      for buffer in buffers {
        encoder.setBuffer(buffer, index: 0)
        encoder.dispatchThreads(64)
      }
    }
    try commands.commit().waitUntilCompleted()
    #expect((device.statistics - before).barriers == 0)
  }

  @Test func readersShareABarrierAndAWriterAfterThemHasOne() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let fill = try bench.pipeline("data[i] = 7u;")
    let copy = try bench.pipeline(
      "data[i] = source[i] + 1u;",
      declarations: "layout(set = 1, binding = 1) readonly buffer Source { uint source[]; };")
    let source = try device.makeBuffer(length: 256, options: .storageModePrivate)
    let targets = try (0..<3).map { _ in
      try device.makeBuffer(length: 256, options: .storageModePrivate)
    }
    let before = device.statistics
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(fill)
      encoder.setBuffer(source, index: 0)
      encoder.dispatchThreads(64)
      encoder.setComputePipelineState(copy)
      encoder.setBuffer(source, index: 1)
      for target in targets {
        encoder.setBuffer(target, index: 0)
        encoder.dispatchThreads(64)
      }
      encoder.setComputePipelineState(fill)
      encoder.setBuffer(source, index: 0)
      encoder.dispatchThreads(64)
    }
    try commands.commit().waitUntilCompleted()
    // One before the readers (write, read), one after them (read, write).
    #expect((device.statistics - before).barriers == 2)
  }

  @Test func submissionsThatShareAResourceAreOrderedWithoutWaiting() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let step = try bench.pipeline("data[i] = data[i] * 3u + 1u;")
    let buffer = try device.makeBuffer(length: 4096, options: .storageModePrivate)
    let result = try bench.buffer([UInt32](repeating: 0xDEAD_BEEF, count: 1024))
    var commands = try bench.queue.makeCommandBuffer()
    commands.blit { $0.fill(buffer, value: 0) }
    commands.commit()
    let before = device.statistics
    for _ in 0..<12 {
      var commands = try bench.queue.makeCommandBuffer()
      commands.compute { encoder in
        encoder.setComputePipelineState(step)
        encoder.setBuffer(buffer, index: 0)
        encoder.dispatchThreads(1024)
      }
      commands.commit()
    }
    let work = device.statistics - before
    var copy = try bench.queue.makeCommandBuffer()
    copy.blit { $0.copy(from: buffer, to: result) }
    try copy.commit().waitUntilCompleted()
    // (3^12 - 1) / 2: x -> 3x + 1, twelve times from 0.
    #expect(result.words == [UInt32](repeating: 265_720, count: 1024))
    #expect(work.barriers == 12)
  }

  /// The order of commits counts, not the order of recording.
  @Test func aBufferRecordedFirstAndCommittedLastSeesTheOthersWrite() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let add = try bench.pipeline("data[i] += 5u;")
    let buffer = try device.makeBuffer(length: 4096, options: .storageModePrivate)
    let result = try bench.buffer([UInt32](repeating: 0xDEAD_BEEF, count: 1024))
    var late = try bench.queue.makeCommandBuffer(label: "late")
    late.compute { encoder in
      encoder.setComputePipelineState(add)
      encoder.setBuffer(buffer, index: 0)
      encoder.dispatchThreads(1024)
    }
    var early = try bench.queue.makeCommandBuffer(label: "early")
    early.blit { $0.fill(buffer, value: 1) }
    let before = device.statistics
    early.commit()
    late.commit()
    #expect((device.statistics - before).barriers == 1)
    var copy = try bench.queue.makeCommandBuffer()
    copy.blit { $0.copy(from: buffer, to: result) }
    try copy.commit().waitUntilCompleted()
    #expect(result.words == [UInt32](repeating: 0x0101_0106, count: 1024))
  }

  @Test func texturesAndBuffersAreOrderedAcrossCopiesAndKernels() throws {
    let bench = try Bench()
    let size = Size(33, 17)
    let textures = try (0..<2).map { _ in
      try bench.device.makeTexture(
        descriptor: .texture2D(.rgba8Unorm, width: size.width, height: size.height))
    }
    let source = try bench.buffer((0..<UInt32(33 * 17)).map { $0 &* 0x9E37_79B9 })
    let target = try bench.buffer([UInt32](repeating: 0, count: 33 * 17))
    let flip = try bench.pipeline("data[i] = ~data[i];")
    var commands = try bench.queue.makeCommandBuffer()
    commands.blit { encoder in
      encoder.copy(from: source, to: textures[0])
      encoder.copy(from: textures[0], to: textures[1])
      encoder.copy(from: textures[1], to: target)
    }
    commands.compute { encoder in
      encoder.setComputePipelineState(flip)
      encoder.setBuffer(target, length: target.length, index: 0)
      encoder.dispatchThreads(33 * 17)
    }
    commands.blit { encoder in
      encoder.copy(from: target, to: textures[0])
      encoder.copy(from: textures[0], to: source)
    }
    try commands.commit().waitUntilCompleted()
    #expect(source.words == (0..<UInt32(33 * 17)).map { ~($0 &* 0x9E37_79B9) })
  }

  /// Two timelines; on devices with one queue, over that one.
  ///
  /// A copy that came before the kernel, or a kernel that came before the copy had read, would
  /// show.
  @Test func queuesWaitForEachOthersWork() throws {
    let device = try Device.best(Instance.shared, sharingQueue: true)
    #expect(device.hasTransferQueue)
    let bench = try Bench(device)
    let transfer = device.makeTransferQueue(label: "transfer")
    let step = try bench.pipeline("for (uint k = 0u; k < 200u; k++) data[i] = data[i] * 3u + 1u;")
    let buffer = try device.makeBuffer(length: 1 << 18, options: .storageModePrivate)
    let results = try (0..<6).map { _ in
      try bench.buffer([UInt32](repeating: 0xDEAD_BEEF, count: 1 << 16))
    }
    var expected: [UInt32] = []
    var value: UInt32 = 0
    var last: Submission?
    var start = try transfer.makeCommandBuffer()
    start.blit { $0.fill(buffer, value: 0) }
    start.commit()
    for result in results {
      var compute = try bench.queue.makeCommandBuffer()
      compute.compute { encoder in
        encoder.setComputePipelineState(step)
        encoder.setBuffer(buffer, index: 0)
        encoder.dispatchThreads(1 << 16)
      }
      compute.commit()
      var copy = try transfer.makeCommandBuffer()
      copy.blit { $0.copy(from: buffer, to: result) }
      last = copy.commit()
      for _ in 0..<200 { value = value &* 3 &+ 1 }
      expected.append(value)
    }
    try last?.waitUntilCompleted()
    for (result, value) in zip(results, expected) {
      #expect(result.words == [UInt32](repeating: value, count: 1 << 16))
    }
  }
}

extension Bench {
  /// A device that no other test counts on.
  static func own() throws -> Device {
    _ = Environment.isReady
    return try Device.named("0")
  }

  /// A device without the validation layer, for work that waits for the program: the layer of
  /// Vulkan 1.3.239 waits 10 s for a semaphore signalled by the program and calls that its own bug.
  static func unvalidated() throws -> Device {
    _ = Environment.isReady
    return try Device.best(Instance(validation: false))
  }
}
