import Foundation
import TestSupport
import Testing
import VKCompute
import VKCore

/// Every fallible Vulkan call is made to fail once, with every result that Vulkan knows.
@Suite(.silentValidation) struct FaultTests {
  /// VK_ERROR_OUT_OF_HOST_MEMORY to VK_ERROR_UNKNOWN, and those of the extensions in use.
  private static let results: [Int32] =
    (-13 ... -1).map { Int32($0) } + [
      -1_000_069_000, -1_000_072_003, -1_000_161_000, -1_000_257_000,
    ]

  /// A bit of everything the layer does on a device.
  private func work(on device: Device) throws {
    let bench = try Bench(device)
    let pipeline = try bench.pipeline(
      "data[i] += uint(texelFetch(texels, 0).r) + value;",
      declarations: """
        layout(set = 1, binding = 1) uniform samplerBuffer texels;
        layout(set = 1, binding = 2) uniform Block { uint value; };
        layout(constant_id = 0) const int UNUSED = 1;
        """)
    let pool = device.makeBufferPool()
    let buffer = try pool.take(length: 256)
    let texture = try device.makeTexture(
      descriptor: .texture2D(.rgba8Unorm, width: 4, height: 4))
    let pixels = [UInt8](repeating: 3, count: 64)
    let whole = Region(0, 0, 4, 4)
    try texture.replace(region: whole, withBytes: pixels, bytesPerRow: 16)
    let event = try device.makeSharedEvent()
    try event.signal(1)
    var commands = try bench.queue.makeCommandBuffer()
    commands.encodeWait(for: event, value: 1)
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(buffer, length: 256, index: 0)
      encoder.setTexelBuffer(buffer, index: 1)
      encoder.setBytes(UInt32(1), index: 2)
      encoder.dispatchThreads(64)
    }
    commands.encodeSignal(event, value: 2)
    try commands.commit().waitUntilCompleted()
    _ = try event.wait(for: 2)
    _ = try event.value
    var result = pixels
    try texture.getBytes(&result, bytesPerRow: 16, from: whole)
    try importMemory(device)
  }

  private func importMemory(_ device: Device) throws {
    if device.features.contains(.externalMemoryDMABuffer) {
      let file = try #require(SharedFile(length: 4096))
      defer {
        _ = device.statistics
        #expect(file.openDescriptors == 1)
      }
      _ = try device.makeBuffer(dmaBuffer: file.descriptor, length: file.length)
    }
    guard device.features.contains(.externalMemoryHost) else { return }
    let length = max(4096, device.limits.importedHostPointerAlignment)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: length)
    do {
      _ = try device.makeBuffer(bytesNoCopy: memory, length: length) { memory, _ in
        memory.deallocate()
      }
    } catch {
      memory.deallocate()
      throw error
    }
  }

  /// Waits until nothing made under `plan` exists any more; completion threads end on their own.
  private func expectNoLeak(_ plan: FaultPlan, _ what: String) {
    let deadline = Date().addingTimeInterval(10)
    while plan.liveObjects != 0, Date() < deadline { usleep(200) }
    #expect(plan.liveObjects == 0, "\(what) leaks")
  }

  @Test func everyFailureOfADeviceIsAnErrorAndLeaksNothing() throws {
    let instance = try Instance(validation: false)
    let counting = FaultPlan()
    try {
      let device = try Device.best(instance, faults: counting)
      try work(on: device)
    }()
    expectNoLeak(counting, "a run without failures")
    let calls = counting.counts
    #expect(calls.count >= 25, "\(calls.keys.sorted())")
    for (operation, count) in calls.sorted(by: { $0.key < $1.key }) {
      for occurrence in 0..<count {
        // Every result at the first call, the likely ones at the others.
        for result in occurrence == 0 ? Self.results : [-1, -2, -4] {
          let plan = FaultPlan(failing: operation, occurrence: occurrence, result: result)
          let what = "\(operation) \(occurrence) \(result)"
          do {
            let device = try Device.best(instance, faults: plan)
            try work(on: device)
            // What may fail unseen: the cache on disk, and waits that another thread has taken
            // over.
            let isOptional = [
              "vkGetPipelineCacheData", "vkCreatePipelineCache", "vkWaitSemaphores",
            ]
            .contains(operation)
            // Pools let go of what waits and try again when memory is short.
            let isRepeated =
              [-1, -2].contains(result)
              && [
                "vkAllocateMemory", "vkCreateBuffer", "vkBindBufferMemory", "vkMapMemory",
              ].contains(operation)
            #expect(!plan.hasFailed || isOptional || isRepeated, "\(what) goes unseen")
          } catch let error as GPUError {
            #expect(plan.hasFailed, "\(what) throws \(error)")
            #expect(error.code.rawValue == result, "\(what) throws \(error)")
            #expect(error.operation == operation)
          }
          expectNoLeak(plan, what)
        }
      }
    }
  }

  @Test func everyFailureOfAnInstanceIsAnError() throws {
    let counting = FaultPlan()
    _ = try Device.best(Instance(validation: false, faults: counting))
    for (operation, count) in counting.counts {
      for occurrence in 0..<count {
        for result in [Int32](arrayLiteral: -1, -3, -9) {
          let plan = FaultPlan(failing: operation, occurrence: occurrence, result: result)
          let error = #expect(throws: GPUError.self) {
            try Device.best(Instance(validation: false, faults: plan))
          }
          #expect(error?.code.rawValue == result)
          #expect(error?.detail.isEmpty == false)
        }
      }
    }
  }

  @Test func aLostDeviceFailsWhatIsInFlightAndWhatWaits() async throws {
    let plan = FaultPlan(failing: "vkWaitSemaphores", occurrence: 0, result: -4)
    let device = try Device.best(Instance(validation: false), faults: plan)
    let bench = try Bench(device)
    let buffer = try device.makeBuffer(length: 4096, options: .storageModePrivate)
    var commands = try bench.queue.makeCommandBuffer()
    commands.blit { $0.fill(buffer, value: 1) }
    let submission = commands.commit()
    do {
      try await submission.completed()
      Issue.record("the loss went unseen")
    } catch {
      #expect(error.code == .deviceLost)
    }
    #expect(submission.status == .failed)
  }
}
