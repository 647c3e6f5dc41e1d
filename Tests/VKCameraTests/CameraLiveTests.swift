import Foundation
import Glibc
import Testing
import VKCatalog
import VKCore
import VKMedia
import VKPipeline

@testable import VKCamera

/// Changes while a camera runs.
struct CameraLiveTests {
  /// Frame N holds N, inverted 255 - N; the filter goes in and out until each was seen a good many times.
  @Test func swappingFiltersLosesAndDoublesNothing() async throws {
    let offers = [StandInDevice.Offer(fourCC: "GREY", size: Size(64, 32), rates: [30])]
    let camera = try Camera([StandInDevice(offers)])
    camera.alwaysDiscardsLateVideoFrames = false
    let seen = Locked<(frames: Int, plain: Int, inverted: Int, others: [Int])>((0, 0, 0, []))
    let look = FilterSlot()
    camera --> look
    look
      --> CallbackOutput { buffer, _ in
        let byte = buffer.withLockedPlanes(.readOnly) { Int($0[0].bytes[0]) }
        seen.withLock { seen in
          switch byte {
          case seen.frames & 255: seen.plain += 1
          case 255 - seen.frames & 255: seen.inverted += 1
          default: seen.others.append(seen.frames)
          }
          seen.frames += 1
        }
      }
    try await camera.start()
    for step in 0..<6000 {
      look.apply(step % 2 == 0 ? ColorInversion() : nil)
      try await Task.sleep(for: .milliseconds(step < 100 ? 3 : 10))
      if step > 200, seen.withLock({ min($0.plain, $0.inverted) > 20 }) { break }
    }
    await camera.stop()
    let (frames, plain, inverted, others) = seen.withLock { $0 }
    #expect(others.isEmpty)
    #expect(plain > 20 && inverted > 20 && plain + inverted == frames)
    #expect(camera.statistics.framesCaptured == frames)
  }

  /// Words of zeros are black, of ones white, whatever the rows' padding; each conversion is a copy, and counted.
  @Test func whatNoKernelReadsIsConverted() async throws {
    let offers = [StandInDevice.Offer(fourCC: "RGBP", size: Size(34, 8), rates: [30])]
    let camera = try Camera(
      [
        StandInDevice(offers, padding: 68 + 12) {
          .frame(.init(sequence: $0 % 2 == 0 ? 0 : 255, time: Int64($0) * 33_333))
        }
      ])
    let colors = try await lastPixels(of: camera)
    let black: [UInt8] = [0, 0, 0]
    let white: [UInt8] = [255, 255, 255]
    #expect(colors == [black, white, black, white, black, white])
    #expect(camera.statistics.copiesOnCPU >= 6)
  }

  /// The last pixel of each of six frames of 34 by 8.
  private func lastPixels(of camera: Camera) async throws -> [[UInt8]] {
    camera.alwaysDiscardsLateVideoFrames = false
    let colors = Locked<[[UInt8]]>([])
    camera
      --> CallbackOutput(format: .rgba) { buffer, _ in
        let corner = buffer.withLockedPlanes(.readOnly) { planes in
          let last = planes[0].bytesPerRow * 7 + 33 * 4
          return Array(planes[0].bytes[last..<(last + 3)])
        }
        colors.withLock { $0.append(corner) }
      }
    var settings = PipelineSettings()
    settings.frameLimit = 6
    try await camera.run(settings)
    return colors.withLock { $0 }
  }

  /// Where each sample of a sensor is the same, each pixel is that grey; rows are longer than pixels need, and a frame is short.
  @Test(
    .enabled(if: LibraryConverter.isThere, "sensors' samples are read with the package libv4l-0"))
  func whatOnlyTheLibraryReadsIsConverted() async throws {
    let offers = [StandInDevice.Offer(fourCC: "BA81", size: Size(34, 8), rates: [30])]
    let camera = try Camera(
      [
        StandInDevice(offers, padding: 34 + 6) {
          .frame(
            .init(sequence: UInt32($0), time: Int64($0) * 33_333, count: $0 == 3 ? 40 : nil))
        }
      ])
    let colors = try await lastPixels(of: camera)
    #expect(colors == [0, 1, 2, 4, 5, 6].map { [$0, $0, $0] })
    #expect(camera.statistics.copiesOnCPU >= 6 && camera.statistics.damaged == 1)
  }

  @Test func theEndWaitsForBuffersThatAreOut() throws {
    let device = StandInDevice(takesOwnMemory: false)
    let fourCC = try #require(FourCC("NV12"))
    _ = try device.setFormat(DeviceFormat(fourCC: fourCC, size: Size(64, 32)))
    let ring = try MappedRing(device, planeCount: 1, count: 4, memory: .heap, patience: 120)
    try device.startStreaming()
    let filled = try #require(try ring.dequeue())
    let lent = Locked<(any PixelMemory)?>(try ring.lend(filled))
    _ = WorkerThread {
      usleep(50_000)
      lent.withLock { $0 = nil }
    }
    ring.close()
    #expect(lent.withLock { $0 == nil })
    #expect(device.state.withLock { $0.calls.suffix(2) } == ["stop", "buffers 0 mapped"])
  }

  /// The loop that would have to take the frames that still come is the one that waits for the end.
  @Test(.timeLimit(.minutes(2)), arguments: [LatePolicy.keepAll, .dropLate])
  func theLoopOverFramesCanStopTheCamera(policy: LatePolicy) async throws {
    let camera = try Camera([StandInDevice()])
    camera.alwaysDiscardsLateVideoFrames = policy == .dropLate
    let frames = PixelBufferOutput(policy: policy)
    camera --> frames
    try await camera.start()
    var times: [MediaTime] = []
    for try await (_, time) in frames {
      times.append(time)
      guard times.count == 5 else { continue }
      // By then there is no room for more.
      try await Task.sleep(for: .milliseconds(300))
      await camera.stop()
    }
    #expect(times.count >= 5 && times == times.sorted())
    #expect(camera.failure == nil)
  }

  /// The device is busy until the stream before has ended, which takes its time.
  @Test func aStreamCanBeginWhileTheOneBeforeIsEnding() async throws {
    let device = StandInDevice(takesOwnMemory: false)
    let camera = try Camera(
      .init(),
      finder: CameraFinder(
        list: { ["/dev/standin0"] },
        open: { _ in
          guard device.state.withLock({ $0.memory == nil }) else {
            throw DeviceFailure(call: "open", status: EBUSY)
          }
          return device
        }))
    device.state.withLock { $0.slowness = 200_000 }
    camera --> CallbackOutput { _, _ in }
    var settings = PipelineSettings()
    settings.frameLimit = 3
    for _ in 0..<3 {
      try await camera.run(settings)
      await wait { device.state.withLock { $0.memory == nil || $0.calls.last == "stop" } }
      try await camera.start()
      await camera.stop()
    }
    #expect(camera.failure == nil)
  }

  @Test func memoryCanBeGivenBackWhileFramesFlow() async throws {
    let camera = try Camera([StandInDevice()])
    camera.alwaysDiscardsLateVideoFrames = false
    let count = Locked(0)
    camera --> CallbackOutput { _, _ in count.withLock { $0 += 1 } }
    try await camera.start()
    for round in 1...5 {
      await wait { count.withLock { $0 } >= 10 * round }
      camera.trimCaches()
    }
    await camera.stop()
    #expect(camera.failure == nil && count.withLock { $0 } >= 50)
  }

  /// A recording that ends while the camera goes on is whole; one that never got a frame says so.
  @Test func aRecordingEndsWhileTheCameraGoesOn() async throws {
    let camera = try Camera([StandInDevice()])
    camera.alwaysDiscardsLateVideoFrames = false
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "take.mkv").path
    let writer = try MovieWriter(path, like: camera)
    let count = Locked(0)
    camera --> writer
    camera --> CallbackOutput { _, _ in count.withLock { $0 += 1 } }
    try await camera.start()
    await wait { count.withLock { $0 } >= 10 }
    try await writer.finish()
    let taken = count.withLock { $0 }
    #expect(try MovieFile(path).format.size == Size(64, 32))
    await wait { count.withLock { $0 } >= taken + 10 }
    await camera.stop()
    #expect(count.withLock { $0 } >= taken + 10)
    let unused = try MovieWriter(folder.appending(path: "none.mkv").path, like: camera)
    camera --> unused
    await #expect(throws: MediaError.self) { try await unused.finish() }
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
    await wait { counts.withLock { $0.min() ?? 0 } >= 20 }
    #expect(counts.withLock { $0.min() ?? 0 } >= 20)
    for camera in cameras { await camera.stop() }
    #expect(cameras.allSatisfy { $0.failure == nil })
  }
}
