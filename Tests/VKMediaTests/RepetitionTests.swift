import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct RepetitionTests {
  private func options(_ repeats: Int) -> MovieOptions {
    var options = MovieOptions()
    options.repeats = repeats
    return options
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.ts", "a.flv", "a.nut"])
  func picturesAndSoundFollowOneAnotherWithoutLossOrGap(_ name: String) throws {
    let space = try Workspace()
    _ = try NumberedClip.make(space, "v.mp4", count: 20)
    let source = try space.ffmpeg(
      "-i @v.mp4 -f lavfi -i sine=d=0.9:r=48000 -c:v copy -c:a aac", to: name)
    let movie = try MovieFile(source, options: options(2))
    var writing = MovieWriterOptions()
    writing.preset = "ultrafast"
    try copy(movie, to: MovieWriter(space.path("b.mkv"), like: movie, options: writing))
    let frames = try readAll(MovieFile(source, options: options(2)))
    let all = (0..<20).map(NumberedClip.luma)
    #expect(NumberedClip.lumas(frames) == all + all + all)
    let packets = try packetChecksums(space.ffmpeg("-i \(source) -c copy", to: "c.mkv"), "a")
    #expect(try packetChecksums(space.path("b.mkv"), "a") == packets + packets + packets)
    let times = try probe(space.path("b.mkv"), "packet=pts_time", ["-select_streams", "a"])
      .compactMap { Double($0.split(separator: ",").first ?? "") }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    // 1024 samples of 48000 a second, the last packet of a pass perhaps cut; MPEG-TS may say a whole one.
    #expect(steps.allSatisfy { $0 > 0 && $0 < 0.024 }, "\(steps.filter { $0 > 0.022 })")
  }

  @Test func aPassWithoutSoundIsAsLongAsItsPictures() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 10)
    let movie = try MovieFile(clip, options: options(3))
    #expect(movie.frameCountEstimate == 40)
    let frames = try readAll(movie)
    #expect(
      frames.compactMap(\.time) == (0..<40).map { MediaTime(value: $0, timescale: 25) })
  }

  @Test func withoutEndItEndsWhereTheDurationOrTheLimitSays() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mkv", count: 10)
    var part = options(.max)
    part.startTime = MediaTime(value: 2, timescale: 10)
    part.duration = MediaTime(value: 1, timescale: 1)
    let frames = try readAll(MovieFile(clip, options: part))
    #expect(NumberedClip.lumas(frames) == (5..<30).map { NumberedClip.luma($0 % 10) })
    #expect(frames.compactMap(\.time) == (0..<25).map { MediaTime(value: $0, timescale: 25) })
    part = options(.max)
    part.frameLimit = 33
    #expect(try readAll(MovieFile(clip, options: part)).count == 33)
  }

  @Test(arguments: ["a.mkv", "a.mp4", "a.ts"])
  func aPartMayBeginBehindTheFirstPass(_ name: String) throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, name, count: 10)
    var part = options(3)
    for (tenths, first) in [(4, 10), (10, 25), (12, 30), (14, 35)] as [(Int64, Int)] {
      part.startTime = MediaTime(value: tenths, timescale: 10)
      let frames = try readAll(MovieFile(clip, options: part))
      #expect(NumberedClip.lumas(frames) == (first..<40).map { NumberedClip.luma($0 % 10) })
      #expect(
        frames.compactMap(\.time)
          == (0..<Int64(40 - first)).map { MediaTime(value: $0, timescale: 25) })
    }
    part.startTime = MediaTime(value: 16, timescale: 10)
    #expect(try readAll(MovieFile(clip, options: part)).isEmpty)
  }

  @Test func aFarBeginningOfAnEndlessInputIsFoundAtOnce() throws {
    let space = try Workspace()
    let source = try space.ffmpeg(
      "-f lavfi -i testsrc2=s=32x16:r=25:d=0.4 -f lavfi -i sine=d=0.4 -c:v ffv1 -c:a pcm_s16le",
      to: "a.mkv")
    var part = options(.max)
    part.startTime = MediaTime(value: 86_400, timescale: 1)
    part.duration = MediaTime(value: 1, timescale: 1)
    let movie = try MovieFile(source, options: part)
    var writing = MovieWriterOptions()
    writing.codec = "ffv1"
    try copy(movie, to: MovieWriter(space.path("b.mkv"), like: movie, options: writing))
    // A day is 216000 passes: what comes is the clip from its beginning.
    let frames = try readAll(MovieFile(space.path("b.mkv"))).map { packed($0.pixelBuffer) }
    let clip = try readAll(MovieFile(source)).map { packed($0.pixelBuffer) }
    #expect(frames == (0..<25).map { clip[$0 % 10] })
    let sound = try probe(space.path("b.mkv"), "packet=pts_time", ["-select_streams", "a"])
    #expect(abs((Double(sound.last?.prefix { $0 != "," } ?? "") ?? 0) - 1) < 0.06)
  }

  @Test func aPipeIsReadOnceAndThatIsSaid() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mkv", count: 5)
    #expect(mkfifo(space.path("pipe"), 0o600) == 0)
    let feeder = Process()
    feeder.executableURL = URL(filePath: "/bin/sh")
    feeder.arguments = ["-c", "cat '\(clip)' >'\(space.path("pipe"))'"]
    try feeder.run()
    let movie = try MovieFile(space.path("pipe"), options: options(2))
    #expect(try readAll(movie).count == 5)
    feeder.waitUntilExit()
    #expect(movie.statistics.warnings.contains { $0.contains("is read once") })
  }

  @Test func realTimeIsNoFasterThanTheMoviePlays() throws {
    let space = try Workspace()
    for name in ["a.mkv", "a.y4m"] {
      let clip = try NumberedClip.make(
        space, name, count: 25, arguments: name == "a.mkv" ? "-c:v ffv1" : "")
      var options = MovieOptions()
      options.isRealTime = true
      let begin = ContinuousClock.now
      #expect(try readAll(MovieFile(clip, options: options)).count == 25)
      #expect(ContinuousClock.now - begin >= .milliseconds(950))
    }
  }
}
