import CFFmpeg
import Foundation
import TestSupport
import Testing
import VKCompute
import VKCore
import VKPipeline

@testable import VKMedia

/// An output that keeps what it gets.
private final class Collector: PacketReceiver {
  struct Kept {
    var stream: EncodedStream?
    var control: (any EncoderControl)?
    var packets: [EncodedPacket] = []
    var isFinished = false
  }

  let kept = Locked(Kept())
  let needs: EncodingNeeds

  init(_ pictures: [String] = ["h264"], _ sound: [String] = ["aac"], isBaseline: Bool = false) {
    needs = EncodingNeeds(pictures: pictures, sound: sound, isBaseline: isBaseline)
  }

  func begin(_ stream: EncodedStream, control: any EncoderControl) {
    kept.withLock { ($0.stream, $0.control) = (stream, control) }
  }

  func take(_ packet: EncodedPacket) { kept.withLock { $0.packets.append(packet) } }
  func finish() { kept.withLock { $0.isFinished = true } }

  var packets: [EncodedPacket] { kept.withLock { $0.packets } }
  var pictures: [EncodedPacket] { packets.filter { $0.track == .pictures } }
}

@Suite struct LiveWriterTests {
  private func frames(_ times: [MediaTime], size: Size = Size(64, 48)) throws -> [Frame] {
    try times.enumerated().map { number, time in
      let buffer = try PixelBuffer(format: .yuv420p, size: size)
      buffer.withLockedPlanes(.readWrite) { planes in
        for plane in planes { _ = plane.bytes.initializeMemory(as: UInt8.self, repeating: 128) }
        _ = planes[0].bytes.initializeMemory(
          as: UInt8.self, repeating: UInt8(20 + number * 3 % 200))
      }
      return Frame(buffer, time: time)
    }
  }

  private func seconds(_ value: Int64, _ scale: Int32 = 1) -> MediaTime {
    MediaTime(value: value, timescale: scale)
  }

  private func send(
    _ frames: [Frame], to writer: LiveWriter, isLast: Bool = true,
    between: (Int) -> Void = { _ in }
  ) throws {
    for (number, frame) in frames.enumerated() {
      between(number)
      try writer.consume(frame)
    }
    if isLast { try writer.finish(error: nil) }
  }

  @Test func framesAreEncodedOnceForAllOutputsAtTheirExactTimes() throws {
    let outputs = [Collector(), Collector(["vp8", "h264"], ["opus", "aac"])]
    let writer = try LiveWriter(outputs, sound: nil)
    // 30000/1001 frames a second, from some moment on.
    let times = (0..<90).map { seconds(7, 1) + seconds(Int64($0) * 1001, 30000) }
    try send(try frames(times), to: writer)
    for output in outputs {
      #expect(output.kept.withLock { $0.stream?.pictures.codec } == "h264")
      #expect(output.pictures.map(\.time) == (0..<90).map { seconds(Int64($0) * 1001, 30000) })
      #expect(output.kept.withLock { $0.isFinished })
    }
    #expect(writer.statistics.framesEncoded == 90)
    #expect(writer.statistics.copiesOnCPU == 0)
  }

  @Test func keyPicturesComeByTimeAndWhenTheyAreAskedFor() throws {
    let output = Collector()
    var options = LiveEncoding()
    options.keyFrameInterval = 1
    let writer = try LiveWriter([output], sound: nil, options: options)
    try send(try frames((0..<60).map { seconds(Int64($0), 25) }), to: writer) { number in
      if number == 33 { output.kept.withLock { $0.control }?.requestKeyFrame() }
    }
    let keys = output.pictures.enumerated().filter(\.element.isKey).map(\.offset)
    #expect(keys == [0, 25, 33, 58])
    #expect(writer.statistics.keyFrames == 4)
  }

  @Test func framesThatAreNotLaterAreLeftOutAndCounted() throws {
    let output = Collector()
    let writer = try LiveWriter([output], sound: nil)
    let ticks: [Int64] = [10, 11, 11, 9, 12, 500, 13, 501]
    try send(try frames(ticks.map { seconds($0, 25) }), to: writer)
    #expect(output.pictures.map(\.time) == [0, 1, 2, 490, 491].map { seconds($0, 25) })
    #expect(writer.statistics.framesDropped == 3)
  }

  @Test func theSlowestOutputSaysHowManyBits() throws {
    let outputs = [Collector(), Collector()]
    var options = LiveEncoding()
    options.bitRate = 1_000_000
    let writer = try LiveWriter(outputs, sound: nil, options: options)
    try send(try frames((0..<12).map { seconds(Int64($0), 25) }), to: writer) { number in
      let controls = outputs.map { $0.kept.withLock { $0.control } }
      switch number {
      case 3:
        controls[0]?.limit(bitsPerSecond: 700_000)
        controls[1]?.limit(bitsPerSecond: 350_000)
      case 5: #expect(writer.statistics.bitRate == 350_000)
      case 6: controls[1]?.limit(bitsPerSecond: nil)
      case 8: #expect(writer.statistics.bitRate == 700_000)
      case 9: controls[0]?.limit(bitsPerSecond: nil)
      case 11: #expect(writer.statistics.bitRate == 1_000_000)
      default: break
      }
    }
  }

  /// Noise at a rate that nobody said has the bits that were asked for.
  @Test func bitsArePlannedForTheRateOfPictures() throws {
    let output = Collector()
    var options = LiveEncoding()
    options.bitRate = 800_000
    let writer = try LiveWriter([output], sound: nil, options: options)
    var generator = SeededGenerator(seed: 11)
    let noise = try frames((0..<90).map { seconds(Int64($0), 30) }, size: Size(320, 180))
    for frame in noise {
      frame.pixelBuffer.withLockedPlanes(.readWrite) { planes in
        for index in planes[0].bytes.indices {
          planes[0].bytes[index] = UInt8.random(in: 16...235, using: &generator)
        }
      }
    }
    try send(noise, to: writer)
    let bits = output.pictures.reduce(0) { sum, packet in
      sum + packet.withBytes { $0.count * 8 }
    }
    // Three seconds; an encoder is never exact.
    #expect(bits > 1_200_000 && bits < 4_800_000)
  }

  @Test func outputsWithoutACommonCodecAreRefused() {
    let error = #expect(throws: MediaError.self) {
      try LiveWriter([Collector(["h264"]), Collector(["vp8"])], sound: nil)
    }
    #expect(error?.code == .usage)
    var options = LiveEncoding()
    options.codec = "libvpx"
    let other = #expect(throws: MediaError.self) {
      try LiveWriter([Collector(["h264", "hevc"])], sound: nil, options: options)
    }
    #expect(other?.detail == "libvpx makes vp8, and one of the outputs takes h264, hevc")
  }

  @Test func vp8IsMadeForThoseWhoWantIt() throws {
    let output = Collector(["vp8"])
    let writer = try LiveWriter([output], sound: nil)
    try send(try frames((0..<10).map { seconds(Int64($0), 25) }), to: writer)
    #expect(output.pictures.map(\.time) == (0..<10).map { seconds(Int64($0), 25) })
    #expect(output.kept.withLock { $0.stream?.pictures.codec } == "vp8")
    // RFC 6386, 9.1: the lowest bit of the first byte is 0 in a key picture.
    #expect(output.pictures[0].withBytes { $0[0] & 1 } == 0 && output.pictures[0].isKey)
  }

  @Test func browsersGetConstrainedBaseline() throws {
    let output = Collector(isBaseline: true)
    let writer = try LiveWriter([output], sound: nil)
    try send(try frames([.zero, seconds(1, 25)]), to: writer)
    let header = try #require(output.kept.withLock { $0.stream?.pictures.parameterSets })
    // H.264 7.3.2.1: behind the start code and the unit's type stand profile_idc and the constraints.
    let start = try #require(header.firstIndex(of: 0x67))
    #expect(header[start + 1] == 66)
    #expect(header[start + 2] & 0x40 != 0)
  }

  @Test func soundBeginsWithThePicturesAndMayBeMuted() throws {
    let space = try Workspace()
    let clip = try space.ffmpeg(
      "-f lavfi -i color=gray:s=64x48:r=25:d=3 -f lavfi -i sine=1000:r=48000:d=3 -c:v libx264 -c:a aac",
      to: "a.mp4")
    let movie = try MovieFile(clip)
    let recording = try RecordingOutput(space.path("b.mp4"))
    let writer = try LiveWriter([recording], sound: .movie(movie))
    try movie.start(memory: DeviceMemoryPool(.systemDefault))
    _ = try writer.prepare(for: movie.format)
    var count = 0
    while let frame = try movie.nextFrame() {
      if count == 25 { writer.isMuted = true }
      try writer.consume(frame)
      count += 1
    }
    try writer.finish(error: nil)
    try recording.outcome?.get()
    let video = try probe(space.path("b.mp4"), "packet=pts_time", ["-select_streams", "v:0"])
    let audio = try probe(space.path("b.mp4"), "packet=pts_time", ["-select_streams", "a:0"])
    #expect(video.count == 75 && Double(video[0]) == 0)
    #expect(audio.count > 130)
    #expect(try #require(Double(audio[0].prefix { $0 != "," })) < 0.03)
    // A tone at the beginning, silence at the end.
    let loud = try level(space.path("b.mp4"), from: 0.1, to: 0.6)
    let quiet = try level(space.path("b.mp4"), from: 2.2, to: 2.8)
    #expect(loud > -40 && quiet < -80)
  }

  @Test func soundThatBeginsBeforeTheFirstPictureIsCutThere() throws {
    let space = try Workspace()
    let recording = try RecordingOutput(space.path("a.mkv"))
    let sound = try SoundInput("lavfi:sine=1000:r=48000,arealtime")
    // The first picture is taken a third of a second after the sound began to be heard, and counts from there.
    usleep(330_000)
    let writer = try LiveWriter([recording], sound: .device(sound))
    for number in 0..<30 {
      try send(try frames([seconds(Int64(number) + 100, 30)]), to: writer, isLast: number == 29)
      usleep(33_000)
    }
    try recording.outcome?.get()
    let audio = try probe(space.path("a.mkv"), "packet=pts_time", ["-select_streams", "a:0"])
    let times = audio.compactMap { Double($0.prefix { $0 != "," }) }
    #expect(times.count > 20)
    #expect(try #require(times.first) >= 0 && times[0] < 0.1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 && $1 - $0 < 0.03 })
  }

  private func level(_ path: String, from: Double, to: Double) throws -> Double {
    let text = try run(
      "sh",
      [
        "-c",
        "ffmpeg -nostdin -hide_banner -i \(path) -af atrim=\(from):\(to),volumedetect -vn -f null - 2>&1",
      ])
    let line = try #require(text.split(separator: "\n").first { $0.contains("mean_volume") })
    return try #require(Double(line.split(separator: " ").dropLast().last ?? ""))
  }

  @Test func aRecordingIsWholeOrNotThere() throws {
    let space = try Workspace()
    let recording = try RecordingOutput(space.path("a.mkv"))
    let writer = try LiveWriter([recording], sound: nil)
    for frame in try frames((0..<10).map { seconds(Int64($0), 25) }) { try writer.consume(frame) }
    #expect(try !space.names().contains("a.mkv"))
    try writer.finish(error: nil)
    #expect(try probedTimes(space.path("a.mkv")).count == 10)
    #expect(throws: MediaError.self) { try RecordingOutput(space.path("a.mkv")) }
    let unused = try RecordingOutput(space.path("b.mkv"))
    unused.finish()
    #expect(try space.names() == ["a.mkv"])
  }
}

@Suite struct PacketQueueTests {
  private func packet(_ time: MediaTime, isKey: Bool = false) throws -> EncodedPacket {
    EncodedPacket(track: .pictures, time: time, isKey: isKey, packet: try Packet())
  }

  private func seconds(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 1) }

  @Test func whatWaitsTooLongIsLetGoUpToTheNextKeyPicture() throws {
    let queue = PacketQueue(limit: seconds(5))
    #expect(try !queue.push(packet(seconds(0))))
    #expect(try queue.push(packet(seconds(1), isKey: true)))
    for time in 2...6 { #expect(try queue.push(packet(seconds(Int64(time))))) }
    #expect(try !queue.push(packet(seconds(7))))
    #expect(try !queue.push(packet(seconds(8))))
    #expect(try queue.push(packet(seconds(9), isKey: true)))
    #expect(queue.dropped == 9)
    #expect(queue.pop()?.time == seconds(9))
    queue.close()
    #expect(queue.pop() == nil)
  }

  @Test func nothingIsKeptWhileThereIsNoConnection() throws {
    let queue = PacketQueue(limit: seconds(5))
    #expect(try queue.push(packet(seconds(0), isKey: true)))
    queue.suspend()
    #expect(try !queue.push(packet(seconds(1), isKey: true)))
    queue.resume()
    #expect(try !queue.push(packet(seconds(2))))
    #expect(try queue.push(packet(seconds(3), isKey: true)))
    #expect(queue.pop()?.time == seconds(3))
    #expect(queue.dropped == 3)
  }
}

@Suite struct BitRateLadderTests {
  private func time(_ tenths: Int) -> MediaTime { MediaTime(value: Int64(tenths), timescale: 10) }

  @Test func itGoesDownASecondAtATimeAndUpAfterEightQuietOnes() {
    var ladder = BitRateLadder()
    #expect(ladder.step(delay: time(2), at: time(0)) == .stay)
    #expect(ladder.step(delay: time(6), at: time(1)) == .down(0.7))
    #expect(ladder.step(delay: time(9), at: time(6)) == .stay)
    #expect(ladder.step(delay: time(9), at: time(11)) == .down(0.5))
    #expect(ladder.step(delay: .zero, at: time(20)) == .stay)
    #expect(ladder.step(delay: .zero, at: time(99)) == .stay)
    #expect(ladder.step(delay: .zero, at: time(100)) == .up(0.7))
    #expect(ladder.step(delay: time(3), at: time(150)) == .stay)
    #expect(ladder.step(delay: .zero, at: time(160)) == .stay)
    #expect(ladder.step(delay: .zero, at: time(239)) == .stay)
    #expect(ladder.step(delay: .zero, at: time(240)) == .up(1))
    #expect(ladder.step(delay: .zero, at: time(900)) == .stay)
  }

  @Test func theLowestRungIsTheLast() {
    var ladder = BitRateLadder()
    var steps: [BitRateLadder.Step] = []
    for turn in 0..<8 { steps.append(ladder.step(delay: time(20), at: time(turn * 11))) }
    #expect(
      steps == [.down(0.7), .down(0.5), .down(0.35), .down(0.25), .stay, .stay, .stay, .stay])
  }

  @Test func pausesBetweenAttemptsGrowToTenSeconds() {
    var backOff = BackOff()
    #expect((0..<7).map { _ in backOff.next() } == [0.5, 1, 2, 4, 8, 10, 10])
  }
}
