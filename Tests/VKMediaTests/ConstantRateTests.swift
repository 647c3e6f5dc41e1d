import Foundation
import Testing
import VKCore
import VKPipeline

@testable import VKMedia

@Suite struct ConstantRateTests {
  /// The numbers of the frames that a movie of `count` frames at `from` frames a second shows at `to` a second,
  /// with the times.
  private func shown(
    count: Int, at from: String, to rate: (Int32, Int32), file: String = "b.mkv",
    filter: String = "null", limit: Int? = nil
  ) throws -> (lumas: [UInt8], times: [MediaTime], statistics: WriterStatistics) {
    let space = try Workspace()
    let clip = try NumberedClip.make(
      space, "a.mkv", count: count, rate: from,
      arguments: "-vf \(filter) -vsync passthrough -enc_time_base -1 -c:v ffv1")
    let movie = try MovieFile(clip)
    var options = MovieWriterOptions()
    options.codec = "ffv1"
    options.constantRate = rate
    options.frameLimit = limit
    let writer = try MovieWriter(space.path(file), like: movie, options: options)
    try copy(movie, to: writer)
    let made = try readAll(MovieFile(space.path(file)))
    return (NumberedClip.lumas(made), made.compactMap(\.time), writer.statistics)
  }

  @Test func halfTheRateTakesEverySecondFrame() throws {
    let made = try shown(count: 20, at: "50", to: (25, 1))
    #expect(made.lumas == stride(from: 0, to: 20, by: 2).map(NumberedClip.luma))
    #expect(made.times == (0..<10).map { MediaTime(value: $0 * 40, timescale: 1000) })
    #expect(made.statistics.framesSkipped == 10 && made.statistics.framesRepeated == 0)
  }

  @Test func moreMomentsThanFramesShowTheNearestTheEarlierOfTwo() throws {
    // Moments at n/60, frames at n/24 s: the nearest are 0, 0.4, 0.8, 1.2, 1.6, 2, … rounded; 2.5 stays at 2.
    let made = try shown(count: 4, at: "24", to: (60, 1))
    #expect(made.lumas == [0, 0, 1, 1, 2, 2, 2, 3, 3, 3].map(NumberedClip.luma))
    #expect(made.statistics.framesRepeated == 6 && made.statistics.framesSkipped == 0)
  }

  @Test func aVariableRateIsFilledUp() throws {
    // Frames at 0, 40, 400, 440 ms, the last until 480 ms; moments every 100 ms.
    let made = try shown(
      count: 4, at: "25", to: (10, 1), filter: "settb=1/1000,setpts=N*40+gte(N\\,2)*320")
    #expect(made.lumas == [0, 1, 1, 2, 2].map(NumberedClip.luma))
    #expect(made.times == (0..<5).map { MediaTime(value: $0, timescale: 10) })
    #expect(made.statistics.framesSkipped == 1 && made.statistics.framesRepeated == 2)
  }

  @Test func aMovieShorterThanAMomentIsStillAMovie() throws {
    let made = try shown(count: 1, at: "100", to: (2, 1))
    #expect(made.lumas == [NumberedClip.luma(0)])
  }

  @Test func theLimitCountsMoments() throws {
    let made = try shown(count: 10, at: "25", to: (50, 1), limit: 7)
    #expect(made.lumas == [0, 0, 1, 1, 2, 2, 3].map(NumberedClip.luma))
  }

  @Test func theRateIsWrittenExactly() throws {
    let space = try Workspace()
    let movie = try MovieFile(NumberedClip.make(space, "a.mp4", count: 50))
    var options = MovieWriterOptions()
    options.constantRate = (24000, 1001)
    try copy(movie, to: MovieWriter(space.path("b.mp4"), like: movie, options: options))
    #expect(
      try probe(space.path("b.mp4"), "stream=r_frame_rate,avg_frame_rate")
        == ["24000/1001,24000/1001"])
    // 2 s hold 47.95 moments.
    #expect(
      try probedTimes(space.path("b.mp4"))
        == (0..<48).map { MediaTime(value: $0 * 1001, timescale: 24000) })
  }
}
