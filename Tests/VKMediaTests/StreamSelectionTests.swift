import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct StreamSelectionTests {
  private func options(_ selectors: String...) throws -> MovieWriterOptions {
    var options = MovieWriterOptions()
    options.preset = "ultrafast"
    options.streams = try selectors.map { try #require(StreamSelector($0)) }
    return options
  }

  /// Two movies, two sounds and a subtitle.
  private func clip(_ space: Workspace) throws -> String {
    _ = try NumberedClip.make(space, "v.mp4", count: 25)
    _ = try NumberedClip.make(space, "w.mp4", count: 25, size: Size(48, 16))
    _ = try space.write(Array("1\n00:00:00,200 --> 00:00:00,800\nHello\n".utf8), to: "s.srt")
    return try space.ffmpeg(
      "-i @v.mp4 -i @w.mp4 -f lavfi -i sine=d=1:r=48000 -f lavfi -i sine=f=880:d=1:r=48000"
        + " -i @s.srt -map 0 -map 1 -map 2 -map 3 -map 4 -c:v copy -c:a aac -c:s srt"
        + " -metadata:s:a:1 language=deu", to: "a.mkv")
  }

  @Test func selectorsAreReadAndRefused() throws {
    let all = try #require(StreamSelector("0"))
    #expect(all.specifier == "" && !all.isOptional && !all.isExclusion)
    let full = try #require(StreamSelector("-2:a:1?"))
    #expect(full.input == 2 && full.specifier == "a:1" && full.isOptional && full.isExclusion)
    #expect(full.description == "-2:a:1?")
    for text in ["", "v", "a:0", "-", "[out]", "0.5", "?"] { #expect(StreamSelector(text) == nil) }
  }

  @Test func theOrderOfTheSelectorsIsTheOrderOfTheTracks() throws {
    let space = try Workspace()
    let source = try clip(space)
    let movie = try MovieFile(source)
    try copy(
      movie,
      to: MovieWriter(
        space.path("b.mkv"), like: movie,
        options: options("0:a:m:language:deu", "0:v", "0:s", "0:a", "-0:s")))
    let made = space.path("b.mkv")
    #expect(
      try probe(made, "stream=codec_type,width") == ["audio", "video,32", "video,48", "audio"])
    // The second movie is copied as it is; the second sound comes first.
    #expect(try packetChecksums(made, "v:1") == packetChecksums(source, "v:1"))
    #expect(try packetChecksums(made, "a:0") == packetChecksums(source, "a:1"))
    #expect(try packetChecksums(made, "a:1") == packetChecksums(source, "a:0"))
    #expect(try probedTimes(made) == probedTimes(source))
  }

  @Test func theFirstVideoAmongTheSelectedIsRead() throws {
    let space = try Workspace()
    var options = MovieOptions()
    options.streams = try ["0:a", "0:v:1", "0:v:0"].map { try #require(StreamSelector($0)) }
    let movie = try MovieFile(clip(space), options: options)
    #expect(movie.format.size == Size(48, 16))
    options.streams = try ["0:a"].map { try #require(StreamSelector($0)) }
    let error = #expect(throws: MediaError.self) {
      try MovieFile(space.path("a.mkv"), options: options)
    }
    #expect(error?.code == .notAVideo)
  }

  @Test func whatIsNotThereIsAnErrorUnlessOptional() throws {
    let space = try Workspace()
    let movie = try MovieFile(clip(space))
    let error = #expect(throws: MediaError.self) {
      try MovieWriter(space.path("b.mkv"), like: movie, options: options("0:v", "0:a:7"))
    }
    #expect(error?.code == .usage && error?.detail.contains("a.mkv has none") == true)
    try copy(
      movie,
      to: MovieWriter(space.path("c.mkv"), like: movie, options: options("0:v:0", "0:a:7?")))
    #expect(try probe(space.path("c.mkv"), "stream=codec_type") == ["video"])
  }

  @Test func withoutSelectorsASecondMovieIsNamedNotCopied() throws {
    let space = try Workspace()
    let movie = try MovieFile(clip(space))
    var fast = MovieWriterOptions()
    fast.preset = "ultrafast"
    let writer = try MovieWriter(space.path("b.mkv"), like: movie, options: fast)
    #expect(writer.statistics.warnings.count == 1)
    #expect(writer.statistics.warnings[0].contains("stream 1 (video, h264) is left out"))
    writer.cancel()
    try writer.finish(error: CancellationError())
  }

  @Test(arguments: ["b.mp4", "b.mkv"])
  func soundOfAnotherFileStartsWithThePicturesAndIsWhole(_ name: String) throws {
    let space = try Workspace()
    _ = try NumberedClip.make(space, "v.mp4", count: 50)
    // A recording whose clock started long before.
    let late = try space.ffmpeg("-i @v.mp4 -c copy -output_ts_offset 100 -muxdelay 0", to: "v.ts")
    let sound = try space.ffmpeg("-f lavfi -i sine=d=3:r=48000 -c:a aac", to: "m.m4a")
    for (number, path) in [space.path("v.mp4"), late].enumerated() {
      let movie = try MovieFile(path)
      let made = space.path("\(number)\(name)")
      try copy(
        movie,
        to: MovieWriter(
          made, like: movie, adding: [StreamSource(sound)], options: options("0:v", "1:a")))
      #expect(try packetChecksums(made, "a") == packetChecksums(sound, "a"))
      let starts = try probe(made, "stream=start_time").compactMap(Double.init)
      #expect(starts.count == 2 && abs(starts[0] - starts[1]) < 0.03, "\(starts)")
    }
  }

  @Test func endlessSoundLastsAsLongAsThePictures() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "v.mp4", count: 50))
    let sound = try space.ffmpeg("-f lavfi -i sine=d=0.7:r=48000 -c:a aac", to: "m.m4a")
    var endless = MovieOptions()
    endless.repeats = .max
    let made = space.path("b.mkv")
    try copy(
      movie,
      to: MovieWriter(
        made, like: movie, adding: [StreamSource(sound, options: endless)],
        options: options("0:v", "1:a")))
    let ends = try probe(made, "packet=pts_time", ["-select_streams", "a"])
      .compactMap { Double($0.split(separator: ",").first ?? "") }
    #expect(abs((ends.last ?? 0) - 2) < 0.03)
    #expect(zip(ends.dropFirst(), ends).allSatisfy { $0 - $1 > 0 && $0 - $1 < 0.024 })
  }
}
