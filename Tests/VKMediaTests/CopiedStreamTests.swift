import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct CopiedStreamTests {
  private func fast() -> MovieWriterOptions {
    var options = MovieWriterOptions()
    options.preset = "ultrafast"
    return options
  }

  /// Pictures and AAC sound whose first packet lies before zero, as encoders make it.
  private func clip(_ space: Workspace, _ name: String = "a.mp4", more: String = "") throws
    -> String
  {
    _ = try NumberedClip.make(space, "v.mp4", count: 50)
    return try space.ffmpeg(
      "-i @v.mp4 -f lavfi -i sine=d=2.1:r=44100 \(more) -c:v copy -c:a aac", to: name)
  }

  @Test(arguments: ["b.mp4", "b.mov", "b.mkv"])
  func soundIsTheSameToTheSampleAndPicturesStayInTime(_ name: String) throws {
    let space = try Workspace()
    let source = try clip(space)
    let movie = try MovieFile(source)
    let writer = try MovieWriter(space.path(name), like: movie, options: fast())
    try copy(movie, to: writer)
    #expect(try packetChecksums(space.path(name), "a") == packetChecksums(source, "a"))
    #expect(try probedTimes(space.path(name)) == probedTimes(source))
    let starts = { (path: String) in
      try probe(path, "packet=pts_time", ["-select_streams", "a:0"])
        .compactMap { Double($0.split(separator: ",").first ?? "") }
    }
    let (found, expected) = (try starts(space.path(name)), try starts(source))
    #expect(expected[0] < 0 && found.count == expected.count)
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(found.prefix(3))")
  }

  @Test(arguments: ["b.mp4", "b.mov"])
  func soundDecodesToAsManySamples(_ name: String) throws {
    let space = try Workspace()
    let source = try clip(space)
    let movie = try MovieFile(source)
    try copy(movie, to: MovieWriter(space.path(name), like: movie, options: fast()))
    let samples = { (path: String) in
      try probe(path, "frame=nb_samples", ["-select_streams", "a:0"])
        .compactMap { Int($0.split(separator: ",").first ?? "") }.reduce(0, +)
    }
    #expect(try samples(space.path(name)) == samples(source))
  }

  @Test func aContainerWithoutTimesBeforeZeroMovesAllAlikeAndSaysSo() throws {
    let space = try Workspace()
    let source = try clip(space)
    let movie = try MovieFile(source)
    let writer = try MovieWriter(space.path("b.nut"), like: movie, options: fast())
    try copy(movie, to: writer)
    #expect(try packetChecksums(space.path("b.nut"), "a") == packetChecksums(source, "a"))
    #expect(writer.statistics.warnings == ["nut holds no times before zero: all times are moved"])
    let moved = try zip(probedTimes(space.path("b.nut")), probedTimes(source)).map { $0 - $1 }
    #expect(moved.count == 50 && Set(moved).count == 1)
    #expect(abs(moved[0].seconds - 1024.0 / 44100) < 0.0001)
  }

  @Test func soundCanBeLeftOut() throws {
    let space = try Workspace()
    let movie = try MovieFile(clip(space))
    var options = fast()
    options.copiesAudio = false
    try copy(movie, to: MovieWriter(space.path("b.mp4"), like: movie, options: options))
    #expect(try probe(space.path("b.mp4"), "stream=codec_type") == ["video"])
  }

  @Test func chaptersSubtitlesAttachmentsAndMetadataComeAlong() throws {
    let space = try Workspace()
    _ = try space.write(
      Array(
        "1\n00:00:00,200 --> 00:00:01,000\nHello\n\n2\n00:00:01,200 --> 00:00:01,800\nBye\n".utf8),
      to: "s.srt")
    _ = try space.write(
      Array(
        (";FFMETADATA1\ntitle=A title\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=800\ntitle=One\n"
          + "[CHAPTER]\nTIMEBASE=1/1000\nSTART=800\nEND=2000\ntitle=Two\n").utf8), to: "m.txt")
    _ = try space.write(Array("font".utf8), to: "f.ttf")
    let source = try clip(
      space, "a.mkv",
      more: "-i @s.srt -i @m.txt -map 0 -map 1 -map 2 -map_metadata 3 -map_chapters 3 -c:s srt"
        + " -metadata:s:a language=deu -attach @f.ttf -metadata:s:t mimetype=font/ttf")
    let movie = try MovieFile(source)
    let writer = try MovieWriter(space.path("b.mkv"), like: movie, options: fast())
    try copy(movie, to: writer)
    let made = space.path("b.mkv")
    #expect(writer.statistics.warnings == [])
    #expect(
      try probe(made, "stream=codec_type") == ["video", "audio", "subtitle", "attachment"])
    #expect(try packetChecksums(made, "s") == packetChecksums(source, "s"))
    #expect(
      try probe(made, "chapter=start_time,end_time:chapter_tags=title")
        == ["0.000000,0.800000,One", "0.800000,2.000000,Two"])
    #expect(try probe(made, "format_tags=title") == ["A title"])
    #expect(try probe(made, "stream_tags=language", ["-select_streams", "a"]) == ["deu"])
  }

  @Test func whatTheContainerCannotHoldIsNamed() throws {
    let space = try Workspace()
    _ = try space.write(Array("1\n00:00:00,200 --> 00:00:01,000\nHello\n".utf8), to: "s.srt")
    let source = try clip(space, "a.mkv", more: "-i @s.srt -map 0 -map 1 -map 2 -c:s srt")
    let movie = try MovieFile(source)
    let writer = try MovieWriter(space.path("b.mp4"), like: movie, options: fast())
    try copy(movie, to: writer)
    #expect(writer.statistics.warnings.count == 1)
    #expect(writer.statistics.warnings[0].contains("stream 2 (subtitle, subrip)"))
    #expect(try probe(space.path("b.mp4"), "stream=codec_type") == ["video", "audio"])
  }

  @Test func aPartTakesItsSoundAlong() throws {
    let space = try Workspace()
    let source = try clip(space)
    var options = MovieOptions()
    options.startTime = MediaTime(value: 1, timescale: 2)
    options.duration = MediaTime(value: 1, timescale: 1)
    let movie = try MovieFile(source, options: options)
    try copy(movie, to: MovieWriter(space.path("b.mp4"), like: movie, options: fast()))
    let made = space.path("b.mp4")
    let durations = try probe(made, "stream=duration").compactMap(Double.init)
    #expect(durations.count == 2)
    #expect(durations.allSatisfy { abs($0 - 1) < 0.03 })
    let start = try probe(made, "stream=start_time").compactMap(Double.init)
    #expect(start.allSatisfy { abs($0) < 0.03 })
  }

  @Test func aFrameLimitCutsTheSoundThere() throws {
    let space = try Workspace()
    let source = try clip(space)
    var options = MovieOptions()
    options.frameLimit = 10
    let movie = try MovieFile(source, options: options)
    try copy(movie, to: MovieWriter(space.path("b.mp4"), like: movie, options: fast()))
    let durations = try probe(space.path("b.mp4"), "stream=duration").compactMap(Double.init)
    #expect(durations.count == 2)
    #expect(durations.allSatisfy { abs($0 - 0.4) < 0.03 }, "\(durations)")
  }

  @Test func soundFromAPipeComesWhole() throws {
    let space = try Workspace()
    let source = try clip(space, "a.mkv")
    #expect(mkfifo(space.path("pipe"), 0o600) == 0)
    let feeder = Process()
    feeder.executableURL = URL(filePath: "/bin/sh")
    feeder.arguments = ["-c", "cat '\(source)' >'\(space.path("pipe"))'"]
    try feeder.run()
    let movie = try MovieFile(space.path("pipe"))
    try copy(movie, to: MovieWriter(space.path("b.mkv"), like: movie, options: fast()))
    feeder.waitUntilExit()
    #expect(try packetChecksums(space.path("b.mkv"), "a") == packetChecksums(source, "a"))
  }

  @Test func badlyInterleavedSoundNeitherHangsNorGetsLost() throws {
    let space = try Workspace()
    let source = try clip(space)
    // All pictures first, then all sound: 2 s apart in the file.
    let late = try space.ffmpeg(
      "-i \(source) -c copy -movflags +faststart -max_interleave_delta 1 -bsf:a setts=ts=TS",
      to: "c.mov")
    let movie = try MovieFile(late)
    try copy(movie, to: MovieWriter(space.path("b.mkv"), like: movie, options: fast()))
    #expect(try packetChecksums(space.path("b.mkv"), "a") == packetChecksums(source, "a"))
  }

  @Test(arguments: ["b.mpg", "b.ogv", "b.mxf"])
  func soundThatAMuxerRefusesLateIsNamedAtOnce(_ name: String) throws {
    let space = try Workspace()
    let movie = try MovieFile(clip(space))
    let writer = try MovieWriter(space.path(name), like: movie)
    #expect(writer.statistics.warnings.count == 1)
    #expect(writer.statistics.warnings.first?.contains("(audio, aac) is left out") == true)
    try copy(movie, to: writer)
    // Theora writes nothing for a picture that looks like the one before.
    guard name != "b.ogv" else { return }
    #expect(
      try probe(space.path(name), "stream=nb_read_frames", ["-count_frames"]).first?.hasPrefix("50")
        == true)
  }

  @Test func transportStreamsTakeNoSoundThatNoPlayerFinds() throws {
    let space = try Workspace()
    let source = try space.ffmpeg("-i \(clip(space)) -c:v copy -c:a flac", to: "f.mkv")
    let writer = try MovieWriter(space.path("b.ts"), like: MovieFile(source), options: fast())
    #expect(writer.statistics.warnings.first?.contains("mpegts does not hold it") == true)
    try writer.finish(error: CancellationError())
  }

  @Test func aContainerOfOneRateGetsTheSourcesRate() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 30, rate: "30000/1001"))
    try copy(movie, to: MovieWriter(space.path("b.avi"), like: movie))
    #expect(
      try probe(space.path("b.avi"), "stream=time_base,avg_frame_rate,nb_frames").map {
        Set($0.split(separator: ",").map(String.init))
      } == [["1001/30000", "30000/1001", "30"]])
  }
}
