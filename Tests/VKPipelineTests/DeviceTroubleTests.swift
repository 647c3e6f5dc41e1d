import TestSupport
import Testing
import VKCatalog
import VKCompute
import VKCore

@testable import VKPipeline

/// Devices that run out of memory, get lost or hang.
struct DeviceTroubleTests {
  private func device(_ plan: FaultPlan) throws -> Device {
    try Device.best(Instance(validation: false), faults: plan)
  }

  private func settings(_ device: Device) -> PipelineSettings {
    var settings = PipelineSettings()
    settings.device = device
    settings.framesInFlight = 4
    settings.deviceTimeout = 1
    return settings
  }

  /// However little memory there is, every frame is right or there is one clear error.
  @Test func lessMemoryMeansFewerFramesAtOnceOrAClearError() async throws {
    let counting = FaultPlan()
    try await (Numbered(Size(64, 64), count: 30) --> VerticalFlip() --> Collector())
      .run(settings(device(counting)))
    let wanted = try #require(counting.counts["vkAllocateMemory"])
    var successes = 0
    // Nothing, very little, and all but one.
    for allowed in [0, 1, 2, 4, 6, 8, 10, wanted / 2, wanted - 1] {
      let plan = FaultPlan(failing: "vkAllocateMemory", from: allowed, result: -2)
      let output = Collector()
      do {
        let device = try device(plan)
        let report = try await (Numbered(Size(64, 64), count: 30) --> VerticalFlip() --> output)
          .run(settings(device))
        #expect(output.numbers == Array(0..<30), "with \(allowed) allocations")
        // A slow machine may get by with less than the first run took.
        let wasShort = (plan.counts["vkAllocateMemory"] ?? 0) > allowed
        #expect(report.warnings.contains { $0.contains("short of memory") } == wasShort)
        successes += 1
      } catch let error as GPUError {
        #expect(error.code == .outOfDeviceMemory, "with \(allowed) allocations: \(error)")
        #expect(output.numbers == Array(0..<output.numbers.count))
      }
    }
    // Two pictures read, two written and their texel views' memory are enough; all else is for speed.
    #expect(successes >= 4)
  }

  @Test(arguments: [0, 1, 7, 20])
  func aDeviceThatIsLostEndsTheRunOnce(occurrence: Int) async throws {
    let plan = FaultPlan(failing: "vkQueueSubmit", from: occurrence, result: -4)
    let output = Collector()
    let error = await #expect(throws: GPUError.self) {
      try await (Numbered(Size(16, 16), count: 30) --> VerticalFlip() --> output)
        .run(settings(device(plan)))
    }
    #expect(error?.code == .deviceLost)
    #expect(output.state.withLock { $0.ends } == 1)
    #expect(output.numbers == Array(0..<output.numbers.count))
    #expect(output.numbers.count <= occurrence)
  }

  /// `VK_TIMEOUT` is what waiting for a device that hangs gives.
  @Test func aDeviceThatHangsEndsTheRun() async throws {
    let plan = FaultPlan(failing: "vkWaitSemaphores with a timeout", from: 0, result: 2)
    let output = Collector()
    let error = await #expect(throws: GPUError.self) {
      // Long enough on the device that the run has to wait.
      let blur = GaussianBlur(blurRadiusInPixels: 9)
      try await (Numbered(Size(256, 256), count: 30) --> blur --> output)
        .run(settings(device(plan)))
    }
    #expect(error?.code == .timeout)
    #expect(error?.detail.contains("not answered for 1.0 s") == true, "\(error?.detail ?? "")")
    #expect(output.numbers == Array(0..<output.numbers.count))
  }
}
