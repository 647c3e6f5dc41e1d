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
}
