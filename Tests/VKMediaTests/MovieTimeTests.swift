import Foundation
import Testing
import VKCore
import VKMedia
import VKPipeline

@Suite struct MovieTimeTests {
  @Test(arguments: ["a.mp4", "a.mkv", "a.mov", "a.nut", "a.avi", "a.ts"])
  func timesEqualFFmpegsOwnInEveryContainer(_ name: String) throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, name, count: 40, rate: "30000/1001")
    let frames = try readAll(MovieFile(clip))
    #expect(frames.compactMap(\.time) == (try probedTimes(clip)))
    #expect(NumberedClip.lumas(frames) == (0..<40).map(NumberedClip.luma))
  }

  @Test func variableRateAndAnOddTimeBaseAreExact() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(
      space, "a.mp4", count: 20, rate: "12347",
      arguments: "-vf settb=1/12347,setpts=N*N+17*N -enc_time_base -1 -vsync passthrough"
        + " -video_track_timescale 12347 -c:v libx264 -qp 0 -bf 2")
    let frames = try readAll(MovieFile(clip))
    let expected = (0..<20).map { n in
      MediaTime(value: Int64(n * n + 17 * n), timescale: 12347)
    }
    #expect(frames.compactMap(\.time) == expected)
  }

  @Test func missingTimesAreCarriedOnAtTheFrameRate() throws {
    let space = try Workspace()
    _ = try NumberedClip.make(
      space, "a.mp4", count: 12, rate: "24000/1001", arguments: "-c:v libx264 -qp 0 -bf 2")
    let clip = try space.ffmpeg("-i @a.mp4 -c copy -bsf:v h264_mp4toannexb -f h264", to: "a.h264")
    let frames = try readAll(MovieFile(clip))
    #expect(NumberedClip.lumas(frames) == (0..<12).map(NumberedClip.luma))
    let times = frames.compactMap(\.time)
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(times.count == 12)
    #expect(Set(steps.map(\.seconds)).count == 1 && steps[0] > .zero, "\(times)")
  }

  @Test func aPartIsCutToTheFrameAndMovedToZero() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 50)
    var options = MovieOptions()
    options.startTime = MediaTime(value: 7, timescale: 10)
    options.duration = MediaTime(value: 1, timescale: 1)
    let movie = try MovieFile(clip, options: options)
    #expect(movie.duration == MediaTime(value: 1, timescale: 1))
    #expect(movie.frameCountEstimate == 25)
    let frames = try readAll(movie)
    // 0.7 s lies between frames 17 (0.68 s) and 18 (0.72 s); 1.7 s between 42 and 43.
    #expect(NumberedClip.lumas(frames) == (18...42).map(NumberedClip.luma))
    #expect(frames.first?.time == MediaTime(value: 2, timescale: 100))
  }

  @Test func theEndIsExclusiveAndTheLimitHolds() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mkv", count: 30)
    var options = MovieOptions()
    options.endTime = MediaTime(value: 10, timescale: 25)
    #expect(try readAll(MovieFile(clip, options: options)).count == 10)
    options.frameLimit = 3
    let movie = try MovieFile(clip, options: options)
    #expect(movie.frameCountEstimate == 3)
    #expect(try NumberedClip.lumas(readAll(movie)) == (0..<3).map(NumberedClip.luma))
  }

  @Test func rawInputNeedsOnlyItsDescription() throws {
    let space = try Workspace()
    let size = Size(16, 8)
    let frame = { (n: UInt8) in
      [UInt8](repeating: n, count: 128) + [UInt8](repeating: 128, count: 64)
    }
    let raw = try space.write((1...4).flatMap(frame), to: "a.raw")
    var options = MovieOptions()
    options.demuxer = "rawvideo"
    options.size = size
    options.pixelFormat = "yuv420p"
    options.frameRate = "50"
    let frames = try readAll(MovieFile(raw, options: options))
    #expect(NumberedClip.lumas(frames) == [1, 2, 3, 4])
    #expect(frames.last?.time == MediaTime(value: 3, timescale: 50))
  }

  @Test func numberedPicturesAreAMovie() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 5)
    try space.ffmpeg("-i \(clip) -start_number 7 -pix_fmt gray", to: "p%03d.png")
    var options = MovieOptions()
    options.formatOptions["start_number"] = "7"
    options.frameRate = "10"
    let frames = try readAll(MovieFile(space.path("p%03d.png"), options: options))
    #expect(frames.count == 5)
    #expect(frames.allSatisfy { $0.pixelBuffer.format == .gray8 })
    #expect(frames.last?.time == MediaTime(value: 4, timescale: 10))
  }

  @Test func aRateGivenForTheInputStandsInPlaceOfItsTimes() throws {
    let space = try Workspace()
    let clip = try NumberedClip.make(space, "a.mp4", count: 20)
    var options = MovieOptions()
    options.frameRate = "50"
    options.startTime = MediaTime(value: 1, timescale: 10)
    let movie = try MovieFile(clip, options: options)
    #expect(movie.format.frameRate ?? (0, 0) == (50, 1))
    let frames = try readAll(movie)
    #expect(NumberedClip.lumas(frames) == (5..<20).map(NumberedClip.luma))
    #expect(frames.compactMap(\.time) == (0..<15).map { MediaTime(value: $0, timescale: 50) })
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.ts", "a.m2ts", "a.flv", "a.nut", "a.h264"])
  func aPartBeginsAtItsFirstFrameWhereverKeyPicturesLie(_ name: String) throws {
    let space = try Workspace()
    // Key pictures at 0, 0.48, 0.96 … s; a bare stream's times are only counted.
    let clip = try NumberedClip.make(space, name, count: 50)
    for (start, first) in [(7, 18), (9, 23), (15, 38)] {
      var options = MovieOptions()
      options.startTime = MediaTime(value: Int64(start), timescale: 10)
      options.duration = MediaTime(value: 4, timescale: 10)
      let frames = try readAll(MovieFile(clip, options: options))
      #expect(
        NumberedClip.lumas(frames) == (first..<(first + 10)).map(NumberedClip.luma), "\(start)")
    }
  }

  @Test func aBroadcastsClockDoesNotMoveTheFilesBeginning() throws {
    let space = try Workspace()
    _ = try NumberedClip.make(space, "v.mp4", count: 50)
    let source = try space.ffmpeg(
      "-i @v.mp4 -f lavfi -i sine=d=2 -c:v copy -c:a aac -output_ts_offset 57600 -muxdelay 0",
      to: "a.ts")
    let starts = { (path: String) in
      // A program's streams are listed a second time.
      Array(try probe(path, "stream=start_time").compactMap(Double.init).prefix(2))
    }
    let before = try starts(source)
    try #require(before.count == 2 && before[0] > 57599)
    for name in ["b.mp4", "b.mkv", "b.ts"] {
      let movie = try MovieFile(source)
      try copy(movie, to: MovieWriter(space.path(name), like: movie))
      let after = try starts(space.path(name))
      #expect(after.count == 2 && after.allSatisfy { $0 < 2 }, "\(name): \(after)")
      // Priming, which some containers leave out of the start, is 23 ms.
      #expect(abs((after[0] - after[1]) - (before[0] - before[1])) < 0.025, "\(name): \(after)")
    }
  }
}
