import Testing

@testable import VKMedia

struct SoundClockTests {
  /// ALSA's times are those of the day: 12 µs later in the day is 12 µs later for the host.
  @Test func timesOfDayBecomeTheHosts() {
    var clock = SoundClock()
    let begin = clock.begin(
      of: 1_700_000_000_000_000, lasting: 20_000, wall: 1_700_000_000_030_000, host: 5_000_000)
    #expect(begin == 5_000_000 - 30_000)
    let next = clock.begin(
      of: 1_700_000_000_020_000, lasting: 20_000, wall: 1_700_000_000_090_000, host: 5_060_500)
    #expect(next == 4_990_000)
  }

  /// A device that counts from zero: its first packet has just ended when it comes.
  @Test func otherTimesBeginWithTheFirstPacket() {
    var clock = SoundClock()
    #expect(
      clock.begin(of: 0, lasting: 20_000, wall: 1_700_000_000_000_000, host: 5_000_000) == 4_980_000
    )
    #expect(
      clock.begin(of: 20_000, lasting: 20_000, wall: 1_700_000_000_000_000, host: 5_090_000)
        == 5_000_000)
    #expect(clock.begin(of: nil, lasting: 20_000, wall: 0, host: 6_000_000) == 5_980_000)
  }
}
