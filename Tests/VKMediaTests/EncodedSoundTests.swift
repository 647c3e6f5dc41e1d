import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct EncodedSoundTests {
  private func options(_ codec: String, bitRate: Int? = nil) -> MovieWriterOptions {
    var options = MovieWriterOptions()
    options.preset = "ultrafast"
    options.audioCodec = codec
    options.audioBitRate = bitRate
    return options
  }

  /// Samples without a pattern, 16 bits each.
  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x1234_5678
    return (0..<(2 * count)).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  /// Two seconds of pictures with that sound of 48000 samples a second.
  private func clip(_ space: Workspace, _ samples: [UInt8], to name: String) throws -> String {
    _ = try NumberedClip.make(space, "v.mp4", count: 50)
    _ = try space.write(samples, to: "s.raw")
    return try space.ffmpeg(
      "-i @v.mp4 -f s16le -ar 48000 -ac 1 -i @s.raw -c:v copy -c:a pcm_s16le", to: name)
  }

  private func samples(_ path: String) throws -> [UInt8] {
    let raw = path + ".raw"
    _ = try run(
      "ffmpeg", ["-v", "error", "-y", "-i", path, "-map", "0:a:0", "-f", "s16le", raw])
    return Array(try Data(contentsOf: URL(filePath: raw)))
  }

  /// The loudest sample's time in a file, in the file's own time.
  private func click(_ path: String) throws -> Double {
    let first = try probe(path, "frame=pts_time", ["-select_streams", "a:0"])
      .compactMap { Double($0.split(separator: ",").first ?? "") }
    let bytes = try samples(path)
    let values = stride(from: 0, to: bytes.count - 1, by: 2).map {
      abs(Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)))
    }
    let loudest = values.indices.max { values[$0] < values[$1] } ?? 0
    // FFmpeg leaves Opus' priming in WebM out, but says its time of the first frame all the same.
    let begin = path.hasSuffix("webm") ? 0 : first.first ?? 0
    return begin + Double(loudest) / 48000
  }

  @Test(arguments: [("flac", "b.mkv"), ("pcm_s16le", "b.mov"), ("alac", "b.mp4")])
  func losslessSoundIsTheSameToTheSample(_ codec: String, _ name: String) throws {
    let space = try Workspace()
    let sound = noise(96000)
    let movie = try MovieFile(clip(space, sound, to: "a.mov"))
    let writer = try MovieWriter(space.path(name), like: movie, options: options(codec))
    try copy(movie, to: writer)
    #expect(try samples(space.path(name)) == sound)
    #expect(
      try probe(space.path(name), "stream=codec_name", ["-select_streams", "a"]) == [codec])
    #expect(writer.statistics.warnings == [])
  }

  /// Matroska's times are milliseconds: there a part may begin up to half of one beside.
  @Test(arguments: [("a.mov", 0), ("a.mkv", 24)])
  func aPartIsCutToTheSample(_ name: String, _ tolerance: Int) throws {
    let space = try Workspace()
    let sound = noise(96000)
    var part = MovieOptions()
    part.startTime = MediaTime(value: 7, timescale: 10)
    part.duration = MediaTime(value: 1, timescale: 1)
    let movie = try MovieFile(clip(space, sound, to: name), options: part)
    try copy(
      movie, to: MovieWriter(space.path("b.mkv"), like: movie, options: options("flac")))
    let made = try samples(space.path("b.mkv"))
    #expect(abs(made.count / 2 - 48000) <= tolerance)
    let offsets = (-tolerance...tolerance).filter { offset in
      let begin = 2 * (33600 + offset)
      return made == Array(sound[begin..<(begin + made.count)])
    }
    #expect(offsets.count == 1)
  }

  @Test(arguments: [
    ("aac", "b.mp4"), ("aac", "b.mkv"), ("libopus", "b.webm"), ("libopus", "b.mp4"),
    ("libmp3lame", "b.mkv"), ("aac", "b.mov"),
  ])
  func soundStaysInTimeWithAnEncoderThatDelaysIt(_ codec: String, _ name: String) throws {
    let space = try Workspace()
    var sound = [UInt8](repeating: 0, count: 2 * 96000)
    // A click of 16 samples from sample 48000 on, loudest at 48008.
    for index in 0..<16 {
      let value = Int16(20000 - 2000 * abs(index - 8))
      sound[2 * (48000 + index)] = UInt8(truncatingIfNeeded: value)
      sound[2 * (48000 + index) + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
    let movie = try MovieFile(clip(space, sound, to: "a.mov"))
    var options = options(codec, bitRate: 256_000)
    if name.hasSuffix("webm") { (options.codec, options.preset) = ("libvpx", nil) }
    try copy(movie, to: MovieWriter(space.path(name), like: movie, options: options))
    // Matroska counts in milliseconds.
    let exact = 48008.0 / 48000
    #expect(try abs(click(space.path(name)) - exact) < 0.0011)
  }

  @Test func aHoleIsFilledWithSilence() throws {
    let space = try Workspace()
    let sound = noise(96000)
    let whole = try clip(space, sound, to: "a.mov")
    let holed = try space.ffmpeg(
      "-i \(whole) -c:v copy -c:a pcm_s16le -af asetnsamples=480,aselect='not(between(n,50,89))'",
      to: "h.mkv")
    let movie = try MovieFile(holed)
    try copy(
      movie, to: MovieWriter(space.path("b.mkv"), like: movie, options: options("flac")))
    var expected = sound
    for index in (2 * 24000)..<(2 * 43200) { expected[index] = 0 }
    #expect(try samples(space.path("b.mkv")) == expected)
  }

  @Test func soundThatTheContainerCannotHoldIsNamedWithWhatWouldKeepIt() throws {
    let space = try Workspace()
    let movie = try MovieFile(clip(space, noise(96000), to: "a.mov"))
    let writer = try MovieWriter(space.path("b.webm"), like: movie)
    #expect(writer.statistics.warnings.count == 1)
    #expect(writer.statistics.warnings[0].contains("(-c:a libopus would keep it)"))
    try writer.finish(error: CancellationError())
  }

  @Test func anEncoderThatIsNotThereIsNamedBeforeAnythingIsRead() throws {
    let space = try Workspace()
    let movie = try MovieFile(clip(space, noise(9600), to: "a.mov"))
    let error = #expect(throws: MediaError.self) {
      try MovieWriter(space.path("b.mp4"), like: movie, options: options("nosuch"))
    }
    #expect(error?.code == .noEncoder)
    #expect(try !space.names().contains { $0.contains("b.mp4") })
  }
}
