import Foundation
import Testing
import VKCompute
import VKCore

@Suite(.silentValidation) struct SubmissionTests {
  @Test func asynchronousWaitersAreResumed() async throws {
    let bench = try Bench()
    let buffers = try (0..<8).map { _ in try bench.buffer([UInt32](repeating: 0, count: 512)) }
    let fill = try bench.pipeline("data[i] = i + 3u;")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for buffer in buffers {
        group.addTask {
          var commands = try bench.queue.makeCommandBuffer()
          commands.compute { encoder in
            encoder.setComputePipelineState(fill)
            encoder.setBuffer(buffer, length: buffer.length, index: 0)
            encoder.dispatchThreads(512)
          }
          let submission = commands.commit()
          try await submission.completed()
          #expect(submission.status == .completed)
          #expect(buffer.words[511] == 514)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func handlersRunOnceAndInOrder() throws {
    let bench = try Bench()
    let order = Locked<[Int]>([])
    let buffer = try bench.device.makeBuffer(length: 1 << 16, options: .storageModePrivate)
    var submissions: [Submission] = []
    for index in 0..<40 {
      var commands = try bench.queue.makeCommandBuffer()
      commands.blit { $0.fill(buffer, value: UInt8(index)) }
      let submission = commands.commit()
      submission.addCompletedHandler { _ in order.withLock { $0.append(index) } }
      submissions.append(submission)
    }
    // Waiting for any order of submissions must not disturb that of the handlers.
    for index in [20, 5, 39, 0] { try submissions[index].waitUntilCompleted() }
    let deadline = Date().addingTimeInterval(10)
    while order.withLock({ $0.count }) < 40, Date() < deadline { usleep(1000) }
    let result = order.withLock { $0 }
    #expect(result.count == 40)
    // A handler that was added when the work was done already runs at once, so only the rest are in
    // order.
    #expect(Set(result).count == 40)
    let late = Flag()
    submissions[3].addCompletedHandler { _ in late.set() }
    #expect(late.isSet)
  }

  @Test func aHandlerMayWaitForLaterWork() throws {
    let bench = try Bench(Bench.unvalidated())
    let event = try bench.device.makeSharedEvent()
    let buffer = try bench.device.makeBuffer(length: 4096, options: .storageModePrivate)
    var first = try bench.queue.makeCommandBuffer()
    first.encodeWait(for: event, value: 1)
    first.blit { $0.fill(buffer, value: 1) }
    let firstSubmission = first.commit()
    var second = try bench.queue.makeCommandBuffer()
    second.blit { $0.fill(buffer, value: 2) }
    let secondSubmission = second.commit()
    let done = Flag()
    firstSubmission.addCompletedHandler { _ in
      do {
        try secondSubmission.waitUntilCompleted()
        done.set()
      } catch { Issue.record(error) }
    }
    try event.signal(1)
    try secondSubmission.waitUntilCompleted()
    let deadline = Date().addingTimeInterval(10)
    while !done.isSet, Date() < deadline { usleep(1000) }
    #expect(done.isSet)
  }

  @Test func eventsOrderDeviceAndProgram() throws {
    let bench = try Bench(Bench.unvalidated())
    let event = try bench.device.makeSharedEvent(value: 10, label: "gate")
    #expect(try event.value == 10)
    let buffer = try bench.buffer([0, 0])
    var commands = try bench.queue.makeCommandBuffer()
    commands.encodeWait(for: event, value: 11)
    commands.blit { $0.fill(buffer, value: 0x22) }
    commands.encodeSignal(event, value: 12)
    let submission = commands.commit()
    #expect(try event.wait(for: 12, timeout: 0.05) == false)
    #expect(submission.status == .committed)
    #expect(buffer.words == [0, 0])
    try event.signal(11)
    #expect(try event.wait(for: 12))
    try submission.waitUntilCompleted()
    #expect(buffer.words == [0x2222_2222, 0x2222_2222])
    #expect(try event.value == 12)
  }

  @Test func theLastWriteOfATextureIsWaitedForAndNothingLater() throws {
    let bench = try Bench(Bench.unvalidated())
    let gate = try bench.device.makeSharedEvent()
    let texture = try bench.device.makeTexture(
      descriptor: .texture2D(.r8Unorm, width: 4, height: 4))
    try texture.replace(
      region: Region(0, 0, 4, 4), withBytes: [UInt8](repeating: 9, count: 16), bytesPerRow: 4)
    let other = try bench.device.makeBuffer(length: 64)
    var later = try bench.queue.makeCommandBuffer()
    later.encodeWait(for: gate, value: 1)
    later.blit { $0.fill(other, value: 1) }
    let submission = later.commit()
    try #require(texture.lastWrite).wait()
    #expect(submission.status == .committed)
    try gate.signal(1)
    try submission.waitUntilCompleted()
  }

  @Test func commandsThatAreNotCommittedAreThrownAway() throws {
    let device = try Bench.own()
    let bench = try Bench(device)
    let buffer = try bench.buffer([1])
    let before = device.statistics
    for _ in 0..<3 {
      var commands = try bench.queue.makeCommandBuffer()
      commands.blit { $0.fill(buffer, value: 0xFF) }
    }
    let work = device.statistics - before
    #expect(work.submissions == 0)
    #expect(buffer.words == [1])
    // One command buffer served all three: its pool, its timestamps, and memory and buffer for
    // them.
    #expect(work.objectsCreated <= 4)
  }

  @Test func aDispatchThatIsTooLargeIsTheSubmissionsError() throws {
    let bench = try Bench()
    let pipeline = try bench.pipeline("data[i] = 1u;")
    let buffer = try bench.buffer([0])
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(buffer, length: 4, index: 0)
      encoder.dispatchThreadgroups(bench.device.limits.maxComputeWorkGroupCount[0] + 1)
    }
    let submission = commands.commit()
    #expect(submission.error?.code == .limitExceeded)
    #expect(submission.timelineValue == 0)
    let called = Flag()
    submission.addCompletedHandler { _ in called.set() }
    #expect(called.isSet)
  }

  @Test func emptyCommandBuffersAndEmptyDispatchesComplete() throws {
    let bench = try Bench()
    let pipeline = try bench.pipeline("data[i] = 1u;")
    let buffer = try bench.buffer([0])
    try bench.queue.makeCommandBuffer().commit().waitUntilCompleted()
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(pipeline)
      encoder.setBuffer(buffer, length: 4, index: 0)
      encoder.dispatchThreads(0)
    }
    try commands.commit().waitUntilCompleted()
    #expect(buffer.words == [0])
  }

  /// The program's clock from commit to completion bounds the device's.
  @Test func theDevicesTimesCoverItsWork() throws {
    let bench = try Bench(Bench.own())
    let buffer = try bench.buffer([UInt32](repeating: 1, count: 1 << 16))
    let slow = try bench.pipeline("for (uint k = 0u; k < 4000u; k++) data[i] = data[i] * 3u + k;")
    var commands = try bench.queue.makeCommandBuffer()
    commands.compute { encoder in
      encoder.setComputePipelineState(slow)
      encoder.setBuffer(buffer, index: 0)
      encoder.dispatchThreads(1 << 16)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let submission = commands.commit()
    try submission.waitUntilCompleted()
    let wall = (clock.now - start) / .seconds(1)
    let device = submission.gpuEndTime - submission.gpuStartTime
    #expect(device > 0.2 * wall, "\(device) s of \(wall) s")
    #expect(device <= wall * 1.05 + 0.001, "\(device) s of \(wall) s")
  }

  @Test func theDevicesClockOrdersSubmissions() throws {
    let bench = try Bench()
    let buffer = try bench.device.makeBuffer(length: 1 << 20, options: .storageModePrivate)
    let submissions = try (0..<2).map { index in
      var commands = try bench.queue.makeCommandBuffer()
      commands.blit { $0.fill(buffer, value: UInt8(index)) }
      return commands.commit()
    }
    for submission in submissions { try submission.waitUntilCompleted() }
    #expect(submissions[0].gpuStartTime > 0)
    #expect(submissions[0].gpuEndTime >= submissions[0].gpuStartTime)
    #expect(submissions[1].gpuStartTime >= submissions[0].gpuStartTime)
    #expect(submissions[1].gpuEndTime - submissions[0].gpuStartTime < 60)
  }

  @Test func waitingForWorkThatHangsEndsInTime() throws {
    // The validation layer gives up on work that waits for the program.
    let bench = try Bench(Device.best(Instance(validation: false)))
    let gate = try bench.device.makeSharedEvent()
    let buffer = try bench.device.makeBuffer(length: 4096, options: .storageModePrivate)
    var commands = try bench.queue.makeCommandBuffer()
    commands.encodeWait(for: gate, value: 1)
    commands.blit { $0.fill(buffer, value: 1) }
    let submission = commands.commit()
    let error = #expect(throws: GPUError.self) { try submission.waitUntilCompleted(timeout: 0.05) }
    #expect(error?.code == .timeout)
    try gate.signal(1)
    try submission.waitUntilCompleted(timeout: 60)
    #expect(submission.status == .completed)
  }
}
