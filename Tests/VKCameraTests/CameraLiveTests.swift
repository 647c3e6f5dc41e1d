import Glibc
import Testing
import VKCatalog
import VKCore
import VKPipeline

@testable import VKCamera

/// Changes while a camera runs.
struct CameraLiveTests {
  /// Frame N holds N; inverted it holds 255 - N. The filter goes in and out from another thread all the while.
  @Test func swappingFiltersLosesAndDoublesNothing() async throws {
    let offers = [StandInDevice.Offer(fourCC: "GREY", size: Size(64, 32), rates: [30])]
    let camera = try Camera(
      [
        StandInDevice(offers) {
          $0 < 250 ? StandInDevice.steady($0) : .failure(ENODEV)
        }
      ])
    camera.alwaysDiscardsLateVideoFrames = false
    let seen = Locked<[Int]>([])
    let look = FilterSlot()
    camera --> look
    look
      --> CallbackOutput { buffer, _ in
        let byte = buffer.withLockedPlanes(.readOnly) { Int($0[0].bytes[0]) }
        seen.withLock { $0.append(byte) }
      }
    let swapper = Task {
      for step in 0..<1000 {
        look.apply(step % 2 == 0 ? ColorInversion() : nil)
        try await Task.sleep(for: .milliseconds(3))
      }
    }
    let (report, _) = try await camera.pipeline.outcome(PipelineSettings())
    swapper.cancel()
    let bytes = seen.withLock { $0 }
    #expect(report.framesIn == 250 && bytes.count == 250)
    #expect(zip(bytes, 0...).allSatisfy { $0 == $1 || $0 == 255 - $1 })
    let inverted = zip(bytes, 0...).filter { $0 == 255 - $1 }.count
    #expect((1..<250).contains(inverted))
  }

  @Test func memoryCanBeGivenBackWhileFramesFlow() async throws {
    let camera = try Camera([StandInDevice()])
    camera.alwaysDiscardsLateVideoFrames = false
    let count = Locked(0)
    camera --> CallbackOutput { _, _ in count.withLock { $0 += 1 } }
    try await camera.start()
    for round in 1...5 {
      while count.withLock({ $0 }) < 10 * round { try await Task.sleep(for: .milliseconds(5)) }
      camera.trimCaches()
    }
    await camera.stop()
    #expect(camera.failure == nil && count.withLock { $0 } >= 50)
  }

  @Test func twoCamerasRunAtOnce() async throws {
    let counts = Locked([0, 0])
    let cameras = try (0..<2).map { number in
      let camera = try Camera([StandInDevice()])
      camera.alwaysDiscardsLateVideoFrames = false
      camera --> CallbackOutput { _, _ in counts.withLock { $0[number] += 1 } }
      return camera
    }
    for camera in cameras { try await camera.start() }
    while counts.withLock({ $0.min() ?? 0 }) < 20 { try await Task.sleep(for: .milliseconds(5)) }
    for camera in cameras { await camera.stop() }
    #expect(cameras.allSatisfy { $0.failure == nil })
  }
}
