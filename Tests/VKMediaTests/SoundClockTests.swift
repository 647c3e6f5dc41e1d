import Testing

@testable import VKMedia

struct SoundClockTests {
  private static let day: Int64 = 1_700_000_000_000_000

  /// Packets of 20 ms; `late` is how far each one's time is from the truth, which is that the host's 5 s is a day's.
  private func clock(late: [Int64]) -> (clock: SoundClock, places: [Int64]) {
    var clock = SoundClock()
    let places = late.enumerated().map { index, late in
      let time = Int64(index) * 20_000
      return clock.place(
        of: Self.day + time + late, lasting: 20_000, wall: Self.day + time + 30_000,
        host: 5_030_000 + time)
    }
    return (clock, places)
  }

  /// ALSA's times are those of the day, and right from the first one on.
  @Test func timesOfDayBecomeTheHosts() {
    let (clock, places) = clock(late: Array(repeating: 0, count: 8))
    #expect(places == (0..<8).map { $0 * 20_000 })
    #expect(clock.origin == 5_000_000)
  }

  /// A device that counts from zero: its first packet has just ended when it comes.
  @Test func otherTimesBeginWithTheFirstPacket() {
    var clock = SoundClock()
    for index in 0..<8 {
      #expect(clock.origin == nil)
      let place = clock.place(
        of: Int64(index) * 20_000, lasting: 20_000, wall: Self.day,
        host: 5_000_000 + Int64(index) * 21_000)
      #expect(place == Int64(index) * 20_000)
    }
    #expect(clock.origin == 4_980_000)
  }

  /// PulseAudio's times as they were measured, in milliseconds: too early by nearly half a second at first.
  @Test func timesThatAreWrongAtFirstCountForNothing() {
    let wrong: [Int64] = [-388, -367, -326, -281, -245, -214, -155, -106, -74, -53, -5]
    let first = clock(late: wrong.map { $0 * 1000 })
    #expect(first.clock.origin == nil && first.clock.nearestOrigin == 4_894_000)
    let right: [Int64] = [20, 22, 23, 12, 9, 4, 0, -2, -4, -5, -5, -5, -5]
    let (clock, places) = clock(late: (wrong + right).map { $0 * 1000 })
    #expect(abs((clock.origin ?? 0) - 5_000_000) <= 10_000)
    #expect(places == (0..<24).map { $0 * 20_000 })
  }

  @Test func timesThatNeverAgreeAreTakenAfterTwoSeconds() {
    let (clock, _) = clock(late: (0..<101).map { $0 % 2 == 0 ? 0 : 40_000 })
    #expect([5_000_000, 5_040_000].contains(clock.origin))
  }

  /// A clock that drifts is followed, one that jumps at once.
  @Test func driftIsFollowedAndAJumpIsAnotherBeginning() {
    let drift = clock(late: (0..<2000).map { Int64($0) * 2 })
    #expect(abs((drift.clock.origin ?? 0) - 5_004_000) < 200)
    let jump = clock(late: Array(repeating: 0, count: 20) + [500_000])
    #expect(jump.clock.origin == 5_500_000)
  }
}
