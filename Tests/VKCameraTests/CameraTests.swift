import Foundation
import Glibc
import Testing
import VKCompute
import VKCore
import VKMedia
import VKPipeline

@testable import VKCamera

/// Whole cameras on a stand-in for the driver.
struct CameraTests {
  typealias Shot = StandInDevice.Shot

  /// Collects the first byte and the time of every frame.
  private final class Collector: ImageConsumer {
    struct State: Sendable {
      var bytes: [Int] = []
      var times: [MediaTime] = []
      var ends: [String] = []
    }
    let state = Locked(State())
    let hold: @Sendable (Int) -> Void
    let latePolicy: LatePolicy

    /// `hold` is called with the number of each frame before it is taken.
    init(policy: LatePolicy = .keepAll, hold: @escaping @Sendable (Int) -> Void = { _ in }) {
      (latePolicy, self.hold) = (policy, hold)
    }

    func prepare(for format: StreamFormat) throws -> PixelFormat { format.pixelFormat }

    func consume(_ frame: Frame) throws {
      hold(state.withLock { $0.bytes.count })
      let byte = frame.pixelBuffer.withLockedPlanes(.readOnly) { Int($0[0].bytes[0]) }
      state.withLock { state in
        state.bytes.append(byte)
        frame.time.map { state.times.append($0) }
      }
    }

    func finish(error: (any Error)?) throws {
      state.withLock {
        $0.ends.append(error.map { "\(($0 as? CameraError)?.code.rawValue ?? "\($0)")" } ?? "")
      }
    }
  }

  private func settings(frames: Int) -> PipelineSettings {
    var settings = PipelineSettings()
    settings.frameLimit = frames
    return settings
  }

  private func camera(_ device: StandInDevice, keepsAll: Bool = true) throws -> Camera {
    let camera = try Camera([device])
    camera.alwaysDiscardsLateVideoFrames = !keepsAll
    return camera
  }

  @Test(arguments: [true, false]) func framesComeInOrderAtTheDriversTimes(own: Bool) async throws {
    let camera = try camera(StandInDevice(takesOwnMemory: own, padding: 16))
    let collector = Collector()
    camera --> collector
    let report = try await camera.run(settings(frames: 40))
    let seen = collector.state.withLock { $0 }
    #expect(seen.bytes == Array(0..<40))
    #expect(seen.times.map(\.value) == (0..<40).map { Int64($0) * 1_000_000 / 30 })
    #expect(seen.ends == [""])
    #expect(report.dropped.isEmpty && report.copiesOnCPU == 0)
    // The stand-in is much faster than a camera: of few mapped buffers all may be out, and then one is copied.
    #expect(own ? camera.statistics.copiesOnCPU == 0 : camera.statistics.copiesOnCPU < 30)
    #expect(camera.startTime == MediaTime(value: 5, timescale: 1))
  }

  /// Frames 3 and 9 are damaged, 5 is short, 12 and 13 are lost by the driver.
  @Test func damagedAndLostFramesAreCountedAndLeftOut() async throws {
    let camera = try camera(
      StandInDevice { number in
        let sequence = UInt32(number < 12 ? number : number + 2)
        return .frame(
          Shot(
            sequence: sequence, time: Int64(sequence) * 33_333,
            isDamaged: [3, 9].contains(sequence), count: sequence == 5 ? 1000 : nil))
      })
    let collector = Collector()
    camera --> collector
    let report = try await camera.run(settings(frames: 20))
    let bytes = collector.state.withLock { $0.bytes }
    #expect(bytes == (0..<25).filter { ![3, 5, 9, 12, 13].contains($0) })
    #expect(report.lostAtSource == [.damaged: 3, .lostByDriver: 2])
  }

  /// Equal and earlier times are dropped by reason; the guard remembers the last time that went through.
  @Test func timesThatDoNotRiseAreDropped() async throws {
    let times: [Int64] = [0, 33, 33, 20, 66, 50, 66, 100, 133].map { $0 * 1000 }
    let camera = try camera(
      StandInDevice { number in
        number < times.count
          ? .frame(Shot(sequence: UInt32(number), time: 1_000_000 + times[number]))
          : .failure(ENODEV)
      })
    let collector = Collector()
    camera --> collector
    await #expect(throws: CameraError.self) { try await camera.run() }
    let seen = collector.state.withLock { $0 }
    #expect(seen.times.map(\.value) == [0, 33_000, 66_000, 100_000, 133_000])
    #expect(seen.bytes == [0, 1, 4, 7, 8])
  }

  @Test func aLostCameraEndsWithAllThatCameAndOneError() async throws {
    let camera = try camera(
      StandInDevice { $0 < 30 ? StandInDevice.steady($0) : .failure(ENODEV) })
    let collector = Collector { _ in usleep(3000) }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "o.mkv").path
    let writer = try MovieWriter(path, like: camera)
    camera --> collector
    camera --> writer
    do {
      try await camera.run()
      Issue.record("the loss is an error")
    } catch let error as CameraError {
      #expect(error.code == .disconnected)
    }
    #expect(collector.state.withLock { $0.bytes } == Array(0..<30))
    #expect(collector.state.withLock { $0.ends } == ["disconnected"])
    #expect(camera.failure?.code == .disconnected)
    #expect(writer.statistics.framesReceived == 30)
    #expect(try MovieFile(path).format.size == Size(64, 32))
  }

  @Test func silenceIsAnErrorAfterItsTime() async throws {
    let device = StandInDevice { $0 < 5 ? StandInDevice.steady($0) : .nothing }
    var settings = Camera.Settings()
    settings.timeout = 0.3
    let camera = try Camera([device], settings: settings)
    camera.alwaysDiscardsLateVideoFrames = false
    let collector = Collector()
    camera --> collector
    do {
      try await camera.run()
      Issue.record("the silence is an error")
    } catch let error as CameraError {
      #expect(error.code == .timeout)
    }
    #expect(collector.state.withLock { $0.bytes.count } == 5)
  }

  /// The first device is pulled out behind 10 frames; the second is it, plugged in again.
  @Test func aCameraThatComesBackGoesOn() async throws {
    var settings = Camera.Settings()
    settings.reconnects = true
    let camera = try Camera(
      [StandInDevice { $0 < 10 ? StandInDevice.steady($0) : .failure(ENODEV) }, StandInDevice()],
      settings: settings)
    camera.alwaysDiscardsLateVideoFrames = false
    let collector = Collector()
    camera --> collector
    _ = try await camera.run(self.settings(frames: 20))
    let seen = collector.state.withLock { $0 }
    #expect(seen.bytes == Array(0..<10) + Array(0..<10))
    #expect(zip(seen.times, seen.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(camera.statistics.reconnections == 1)
  }

  @Test func aFormatThatIsNeverWholeGivesWayToTheNext() async throws {
    let offers = ["NV12", "YUYV"].map {
      StandInDevice.Offer(fourCC: $0, size: Size(64, 32), rates: [30])
    }
    let broken = StandInDevice(offers) {
      .frame(Shot(sequence: UInt32($0), time: Int64($0) * 1000, count: 0))
    }
    let camera = try Camera([broken, StandInDevice(offers)])
    let collector = Collector()
    camera --> collector
    _ = try await camera.run(settings(frames: 3))
    #expect(camera.statistics.damaged == 10)
    #expect(camera.statistics.warnings.contains { $0.hasPrefix("NV12 gives no whole picture") })
    #expect(collector.state.withLock { $0.ends } == [""])
  }

  /// The recorder has all, the viewer those that it had time for, the last one among them.
  @Test func eachConsumerHasItsOwnPolicy() async throws {
    let camera = try camera(
      StandInDevice { $0 < 60 ? StandInDevice.steady($0) : .failure(ENODEV) })
    let recorder = Collector()
    let viewer = Collector(policy: .dropLate) { _ in usleep(20_000) }
    camera --> recorder
    camera --> viewer
    let (report, _) = try await camera.pipeline.outcome(PipelineSettings())
    #expect(recorder.state.withLock { $0.bytes } == Array(0..<60))
    let seen = viewer.state.withLock { $0.bytes }
    #expect(seen == seen.sorted() && seen.last == 59)
    #expect(seen.count + (report.consumers[1].dropped[.late] ?? 0) == 60)
  }

  /// A consumer that holds its second frame until all 200 have come gets the newest behind it, in order; the rest is counted.
  @Test func theNewestFrameWinsWhenLateOnesAreDiscarded() async throws {
    let device = StandInDevice { $0 < 200 ? StandInDevice.steady($0) : .failure(ENODEV) }
    let camera = try camera(device, keepsAll: false)
    let slow = Collector { number in
      guard number == 1 else { return }
      for _ in 0..<60_000 where device.state.withLock({ $0.dequeued }) <= 200 { usleep(1000) }
    }
    camera --> slow
    let (report, _) = try await camera.pipeline.outcome(PipelineSettings())
    let seen = slow.state.withLock { $0.bytes }
    #expect(seen == seen.sorted() && seen.last == 199 && seen.count < 100)
    #expect(seen.count + (report.lostAtSource[.late] ?? 0) == 200)
    #expect(report.framesIn == 200)
  }

  @Test func startingTwiceIsStartingOnce() async throws {
    let device = StandInDevice()
    let camera = try camera(device)
    let collector = Collector()
    camera --> collector
    try await camera.start()
    try await camera.start()
    await wait { collector.state.withLock { $0.bytes.count } >= 5 }
    await camera.stop()
    await wait { collector.state.withLock { !$0.ends.isEmpty } }
    #expect(device.state.withLock { $0.calls.filter { $0 == "start" }.count } == 1)
    #expect(collector.state.withLock { $0.ends } == [""])
  }

  @Test func aChangeIsMadeBetweenFramesAndTheGraphStays() async throws {
    let offers = [Size(64, 32), Size(32, 16)].map {
      StandInDevice.Offer(fourCC: "NV12", size: $0, rates: [30])
    }
    let sizes = Locked<[Size]>([])
    let camera = try Camera(
      [StandInDevice(offers)], settings: .init(preset: .init(Size(64, 32))))
    camera.alwaysDiscardsLateVideoFrames = false
    camera --> CallbackOutput { buffer, _ in sizes.withLock { $0.append(buffer.size) } }
    try await camera.start()
    await wait { sizes.withLock { $0.count } >= 5 }
    try await camera.reconfigure { $0.preset = .init(Size(32, 16)) }
    await wait { sizes.withLock { $0.last } == Size(32, 16) }
    // What cannot be leaves all as it was.
    await #expect(throws: CameraError.self) {
      try await camera.reconfigure { $0.device = "/dev/standin1" }
    }
    let count = sizes.withLock { $0.count }
    await wait { sizes.withLock { $0.count } >= count + 5 }
    #expect(camera.settings.device == nil)
    await camera.stop()
    let seen = sizes.withLock { $0 }
    let first = seen.prefix { $0 == Size(64, 32) }
    #expect(seen.dropFirst(first.count).allSatisfy { $0 == Size(32, 16) })
  }

  /// 50 stills from two tasks, none waiting for another: each is answered once, and the stream has every frame.
  @Test func stillsDoNotHoldUpTheStream() async throws {
    let camera = try camera(StandInDevice())
    let collector = Collector()
    camera --> collector
    try await camera.start()
    await wait { collector.state.withLock { $0.bytes.count } >= 3 }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let picture = try await camera.capturePhoto()
          #expect(picture.pixelBuffer.size == Size(64, 32))
          return 1
        }
      }
      var count = 0
      for try await one in group { count += one }
      #expect(count == 50)
    }
    await camera.stop()
    await wait { collector.state.withLock { !$0.ends.isEmpty } }
    let bytes = collector.state.withLock { $0.bytes }
    #expect(bytes == (0..<bytes.count).map { $0 & 255 })
    await #expect(throws: CameraError.self) { try await camera.capturePhoto() }
  }

  /// On one object and on fresh ones: every stream is stopped and its buffers are given up, and nothing stays in memory.
  @Test func manyStartsLeaveNothingBehind() async throws {
    struct Weak { weak var object: AnyObject? }
    var left: [Weak] = []
    func rounds() async throws {
      let device = StandInDevice(takesOwnMemory: false)
      let camera = try camera(device)
      for number in 0..<60 {
        let fresh = number % 2 == 0 ? camera : try self.camera(StandInDevice())
        let collector = Collector()
        let pipeline = fresh --> collector
        let report = try await fresh.run(settings(frames: 3))
        #expect(report.framesIn >= 3)
        try await pipeline.edit { $0.remove(collector) }
        left += [Weak(object: fresh), Weak(object: collector)]
      }
      await camera.stop()
      let calls = device.state.withLock { $0.calls }
      #expect(calls.filter { $0 == "start" }.count == 30)
      #expect(calls.filter { $0 == "stop" }.count == 30)
      #expect(calls.suffix(2) == ["stop", "buffers 0 mapped"])
      left.append(Weak(object: device))
    }
    try await rounds()
    // The threads of a run let go of it a moment after its end.
    await wait { left.allSatisfy { $0.object == nil } }
    #expect(left.allSatisfy { $0.object == nil })
  }

  /// The driver says a quarter turn counter-clockwise, three clockwise; what the user says counts more.
  @Test func picturesAndStillsAreTurnedUpright() async throws {
    let device = StandInDevice()
    device.state.withLock { $0.controls[0x009a_0923] = 90 }
    let camera = try camera(device)
    #expect(camera.orientation == Orientation(quarterTurns: 3))
    camera.orientation = .portrait
    #expect(camera.orientation == Orientation(quarterTurns: 1))
    let sizes = Locked<Set<Size>>([])
    camera --> CallbackOutput { buffer, _ in sizes.withLock { _ = $0.insert(buffer.size) } }
    try await camera.start()
    await wait { !sizes.withLock { $0.isEmpty } }
    let still = try await camera.capturePhoto()
    await camera.stop()
    #expect(sizes.withLock { $0 } == [Size(32, 64)])
    #expect(still.pixelBuffer.size == Size(32, 64))
  }

  /// The camera gives a frame only once the one two before it is with the consumer.
  @Test func aFrameIsWithItsConsumerWithinTwoFrames() async throws {
    let count = Locked(0)
    let device = StandInDevice { number in
      for _ in 0..<60_000 where count.withLock({ $0 }) < number - 1 { usleep(1000) }
      return count.withLock { $0 } < number - 1 ? .failure(EIO) : StandInDevice.steady(number)
    }
    let camera = try camera(device)
    camera --> CallbackOutput(format: .bgra) { _, _ in count.withLock { $0 += 1 } }
    var settings = settings(frames: 30)
    settings.framesInFlight = 4
    try await camera.run(settings)
    #expect(count.withLock { $0 } == 30)
  }

  /// A tone from FFmpeg's generator in real time stands for a microphone.
  @Test func soundBeginsAndEndsWithThePictures() async throws {
    let device = StandInDevice { number in
      usleep(33_000)
      return .frame(Shot(sequence: UInt32(number), time: monotonicMicroseconds()))
    }
    let camera = try camera(device)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "o.mkv").path
    var options = MovieWriterOptions()
    options.audioCodec = "pcm_s16le"
    let sound = try SoundInput("lavfi:sine=frequency=1000,arealtime")
    let writer = try MovieWriter(path, like: camera, sound: sound, options: options)
    // What was heard before the first picture is left out.
    try await Task.sleep(for: .milliseconds(300))
    camera --> writer
    try await camera.run(settings(frames: 40))
    let movie = try MovieFile(path)
    let kinds = movie.info.streams.map(\.kind)
    #expect(Set(kinds) == [.audio, .video])
    #expect(writer.statistics.packetsWritten == 40)
    // The tone is there from the first sample on, and as long as the pictures, less what a loaded machine is late.
    let length = try #require(movie.info.duration?.seconds)
    #expect(length > 1.2)
    #expect(writer.statistics.packetsCopied > 20)
  }

  @Test func controlsAreSetByName() throws {
    let device = StandInDevice()
    let camera = try camera(device)
    try camera.setControl("brightness_overall", to: "200")
    #expect(device.state.withLock { $0.controls[0x0098_0900] } == 200)
    #expect(throws: CameraError.self) { try camera.setControl("focus", to: "1") }
  }
}

/// Waits for something to become true, a minute at most.
func wait(for condition: () -> Bool) async {
  for _ in 0..<6000 where !condition() { try? await Task.sleep(for: .milliseconds(10)) }
}
