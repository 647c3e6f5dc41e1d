import Testing
import VKCatalog
import VKCore

@testable import VKPipeline

/// How streams meet in time.
struct MeetingTests {
  private static let size = Size(4, 4)

  private func source(_ times: [Double], from first: Int = 0) -> Numbered {
    Numbered(
      Self.size, times: times.map { MediaTime(value: Int64($0 * 100), timescale: 100) }, from: first
    )
  }

  /// What comes out of a filter of two sources: numbers, and hundredths of a second.
  private func run(
    _ filter: some Filter, _ first: Numbered, _ second: Numbered,
    _ settings: PipelineSettings = PipelineSettings()
  ) async throws -> (numbers: [Int?], times: [Int64?]) {
    let (node, output) = (FilterNode(filter), Collector())
    first --> node
    second --> node
    try await (node --> output).run(settings)
    return (output.numbers, output.times.map { $0.ticks(denominator: 100) })
  }

  private let tenth = (0..<10).map { Double($0) / 10 }

  private func overlay(_ change: (inout FFmpegOverlay) -> Void = { _ in }) -> FFmpegOverlay {
    var filter = FFmpegOverlay()
    change(&filter)
    return filter
  }

  @Test func aLongerSecondStreamGoesOnOverTheLastPicture() async throws {
    let made = try await run(
      overlay(), source(tenth), source([0, 0.25, 0.5, 0.75, 1, 1.25], from: 1000))
    #expect(
      made.numbers
        == [1000, 1000, 1000, 1001, 1001, 1002, 1002, 1002, 1003, 1003, 1004, 1005])
    #expect(made.times == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 125])
  }

  @Test func theFirstStreamIsAloneBeforeTheSecondBegins() async throws {
    let made = try await run(overlay(), source(tenth), source([0.35, 0.6], from: 1000))
    #expect(made.numbers == [0, 1, 2, 3, 1000, 1000, 1001, 1001, 1001, 1001])
  }

  @Test(arguments: [
    (EndAction.repeat, false, true, [1000, 1000, 1000, 1001, 1001, 1001]),
    (.repeat, true, true, [1000, 1000, 1000]), (.endAll, false, true, [1000, 1000, 1000]),
    (.pass, false, true, [1000, 1000, 1000, 3, 4, 5]),
    (.repeat, false, false, [1000, 1000, 1000, 3, 4, 5]),
  ])
  func theEndOfTheSecondStreamIsWhatTheOptionsSay(
    _ item: (action: EndAction, isShortest: Bool, repeats: Bool, numbers: [Int])
  ) async throws {
    // The second one's last picture is at 0.25 s; a picture at 0.3 s is later than its end.
    let filter = overlay {
      ($0.endAction, $0.isShortest, $0.repeatsLast) = (item.action, item.isShortest, item.repeats)
    }
    let made = try await run(
      filter, source(Array(tenth.prefix(6))), source([0, 0.25], from: 1000))
    #expect(made.numbers == item.numbers)
  }

  @Test(arguments: [false, true])
  func theEndOfTheFirstStreamEndsAllWithoutRepeats(isShortest: Bool) async throws {
    let filter = overlay { ($0.isShortest, $0.repeatsLast) = (isShortest, false) }
    let made = try await run(
      filter, source([0, 0.1, 0.2]), source(tenth, from: 1000))
    #expect(made.numbers == [1000, 1001, 1002])
  }

  @Test func otherFiltersFollowTheFirstStream() async throws {
    let made = try await run(
      AlphaBlend(mix: 1), source([0, 0.1, 0.2]), source([0.15, 0.5], from: 1000))
    #expect(made.numbers == [1000, 1000, 1000])
  }

  @Test func aStillSecondPictureStays() async throws {
    for filter in [AlphaBlend(mix: 1), overlay()] as [any Filter] {
      let made = try await run(filter, source(Array(tenth.prefix(4))), source([0], from: 1000))
      #expect(made.numbers == [1000, 1000, 1000, 1000])
    }
  }

  @Test func aSecondStreamWithoutFramesIsNamed() async throws {
    let error = await #expect(throws: FilterError.self) {
      _ = try await run(AlphaBlend(mix: 1), source([0, 0.1]), source([]))
    }
    #expect(error?.detail.contains("second input") == true)
  }

  private func fade(_ duration: String, _ offset: String) -> FFmpegXFade {
    var filter = FFmpegXFade()
    (filter.duration, filter.offset) = (duration, offset)
    return filter
  }

  @Test func aTransitionShowsTheFirstThenBothThenTheSecond() async throws {
    let made = try await run(fade("0.2", "0.4"), source(tenth), source(tenth, from: 1000))
    // 0.5 s is half way; from 0.6 s on it is the second one, whose beginning is at 0.4 s.
    #expect(made.numbers[..<5] == [0, 1, 2, 3, 4])
    let half = (made.numbers[5] ?? 0) & 0xFF
    #expect(abs(half - (5 + 0xE9) / 2) <= 1)
    #expect(made.numbers[6...] == [1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009])
    #expect(made.times == (0..<14).map { Int64($0) * 10 })
  }

  @Test func aTransitionThatTheFirstStreamDoesNotReachBeginsAtItsEnd() async throws {
    let made = try await run(
      fade("0.2", "7"), source([0, 0.1]), source([3, 3.1], from: 1000))
    #expect(made.numbers == [0, 1, 1000, 1001])
    #expect(made.times == [0, 10, 20, 30])
  }

  @Test func transitionsOfDifferentSizesAreRefused() async throws {
    let second = Numbered(Size(5, 4), count: 4)
    let error = await #expect(throws: FilterError.self) {
      _ = try await run(fade("0.2", "0.4"), source(tenth), second)
    }
    #expect(error?.description.contains("put scale before it") == true)
  }

  @Test func limitsCountWhatComesOut() async throws {
    var settings = PipelineSettings()
    settings.frameLimit = 8
    var made = try await run(
      fade("0.2", "0.4"), source(tenth), source(tenth, from: 1000), settings)
    #expect(made.numbers.count == 8)
    settings.frameLimit = nil
    settings.endTime = MediaTime(value: 12, timescale: 10)
    made = try await run(fade("0.2", "0.4"), source(tenth), source(tenth, from: 1000), settings)
    #expect(made.times.last == 110)
  }

  @Test func aBranchHasTimesOfItsOwn() async throws {
    let (first, second) = (source(tenth), source([0, 0.1, 0.2, 0.3, 0.4], from: 1000))
    let (node, output) = (FilterNode(overlay()), Collector())
    first --> node
    let shift = TimeChange(numerator: 2, shift: MediaTime(value: 1, timescale: 10))
    second --> RetimingNode(.change(shift)) --> node
    try await (node --> output).run()
    #expect(
      output.numbers == [0, 1000, 1000, 1001, 1001, 1002, 1002, 1003, 1003, 1004])
  }

  @Test func aBranchMayHaveARateOfItsOwn() async throws {
    let (first, second) = (source(tenth), source([0, 0.1, 0.2, 0.3, 0.4], from: 1000))
    let (node, output) = (FilterNode(overlay { $0.repeatsLast = false }), Collector())
    first --> RetimingNode(.rate(20, 1)) --> node
    second --> RetimingNode(.rate(5, 1)) --> node
    try await (node --> output).run()
    // Of the pictures at 0.1 and 0.2 s, which fall on the moment 0.2 s, the last is shown.
    #expect(output.times.map { $0.ticks(denominator: 100) } == (0..<19).map { Int64($0) * 5 })
    #expect(
      output.numbers.prefix(9)
        == [1000, 1000, 1000, 1000, 1002, 1002, 1002, 1002, 1004])
  }

  @Test func aSourceMayMeetItselfLater() async throws {
    let first = source(tenth)
    let (node, output) = (FilterNode(overlay { $0.repeatsLast = false }), Collector())
    let shift = TimeChange(shift: MediaTime(value: 3, timescale: 10))
    first --> node
    first --> RetimingNode(.change(shift)) --> node
    try await (node --> output).run()
    #expect(output.numbers == [0, 1, 2, 0, 1, 2, 3, 4, 5, 6])
  }

  @Test func aSourceMayMeetItselfEarlier() async throws {
    let first = source(tenth)
    let (node, output) = (FilterNode(overlay()), Collector())
    let shift = TimeChange(shift: MediaTime(value: -3, timescale: 10))
    first --> node
    first --> RetimingNode(.change(shift)) --> node
    try await (node --> output).run()
    #expect(output.numbers == [3, 4, 5, 6, 7, 8, 9, 9, 9, 9])
  }
}
