import Testing
import VKCore

@Suite struct MediaTimeTests {
  @Test func changedTimesAreExactOrTheNearestTick() {
    let origin = MediaTime(value: 7, timescale: 5)
    let half = TimeChange(denominator: 2, shift: MediaTime(value: 1, timescale: 4))
    // 1.4 + (2 - 1.4) / 2 + 0.25
    #expect(
      half.changed(MediaTime(value: 2, timescale: 1), first: .zero, origin: origin)
        == MediaTime(value: 195, timescale: 100))
    let third = TimeChange(numerator: 2, denominator: 3, isFromFirst: true)
    let first = MediaTime(value: 1, timescale: 1)
    #expect(
      third.changed(MediaTime(value: 2, timescale: 1), first: first, origin: .zero)
        == MediaTime(value: 2, timescale: 3))
    let fine = TimeChange(numerator: 1, denominator: 1_000_003)
    let long = fine.length(MediaTime(value: 1_000_003 * 90001, timescale: 90000))
    #expect(abs(long.seconds - 90001.0 / 90000) < 1e-5)
    #expect(half.rate((25, 1)).map { [$0.0, $0.1] } == [50, 1])
  }

  @Test func equalMomentsAreEqualWhateverTheirTimescales() {
    let half = MediaTime(value: 1, timescale: 2)
    let same = MediaTime(value: 45000, timescale: 90000)
    #expect(half == same)
    #expect(half.hashValue == same.hashValue)
    #expect(Set([half, same, MediaTime(value: 2, timescale: 4)]).count == 1)
    #expect(MediaTime(value: 0, timescale: 7) == .zero)
    #expect(MediaTime(value: 0, timescale: 7).hashValue == MediaTime.zero.hashValue)
  }

  @Test func timesThatNoDoubleTellsApartAreOrdered() {
    // 2^62 + 1 against 2^62: a Double has 53 bits.
    let a = MediaTime(value: 1 << 62, timescale: 90000)
    let b = MediaTime(value: 1 << 62 + 1, timescale: 90000)
    let later = MediaTime(value: (1 << 62) + 1, timescale: 90000)
    #expect(a.seconds == later.seconds)
    #expect(a < later)
    #expect(a != later)
    #expect(a < b)
  }

  @Test func comparisonNeverOverflows() {
    let most = MediaTime(value: .max, timescale: 1)
    let least = MediaTime(value: .min, timescale: 1)
    let small = MediaTime(value: .max, timescale: .max)
    #expect(least < most)
    #expect(small < most)
    #expect(least < small)
    #expect(MediaTime(value: .min, timescale: .max) > least)
    #expect(most == MediaTime(value: .max, timescale: 1))
  }

  @Test func negativeTimesComeBeforeZero() {
    let a = MediaTime(value: -1001, timescale: 30000)
    #expect(a < .zero)
    #expect(a > MediaTime(value: -1, timescale: 29))
    #expect(a == MediaTime(value: -2002, timescale: 60000))
  }

  @Test(arguments: [
    (1001, 30000, 90000, 3003), (1, 3, 90000, 30000), (-1, 3, 90000, -30000), (1, 2, 1, 1),
    (-1, 2, 1, -1), (1, 3, 1, 0), (2, 3, 1, 1), (-2, 3, 1, -1), (0, 5, 7, 0),
  ]) func ticksAreTheNearestWithHalvesAwayFromZero(
    value: Int64, timescale: Int32, base: Int32, expected: Int64
  ) {
    let time = MediaTime(value: value, timescale: timescale)
    #expect(time.ticks(denominator: base) == expected)
  }

  @Test func ticksTakeATimeBaseWithANumerator() {
    #expect(
      MediaTime(value: 5005, timescale: 30000).ticks(numerator: 1001, denominator: 30000) == 5)
    #expect(
      MediaTime(ticks: 5, numerator: 1001, denominator: 30000)
        == MediaTime(value: 5005, timescale: 30000))
  }

  @Test func ticksBeyond64BitsAreNil() {
    #expect(MediaTime(value: .max, timescale: 1).ticks(denominator: 2) == nil)
    #expect(MediaTime(value: .max, timescale: 2).ticks(denominator: 2) == .max)
    #expect(MediaTime(value: .max - 1, timescale: 2).ticks(denominator: 1) == .max / 2)
    #expect(MediaTime(value: .max, timescale: .max).ticks(denominator: .max) == .max)
    #expect(MediaTime(ticks: .max, numerator: 2, denominator: 1) == nil)
    #expect(MediaTime(ticks: 1, numerator: 0, denominator: 1) == nil)
    #expect(MediaTime(ticks: 1, numerator: 1, denominator: -1) == nil)
  }

  @Test func everyTickOfACommonClockComesBack() {
    for base in [24, 1000, 12800, 90000, 1_000_000] as [Int32] {
      for tick in [-90001, -1, 0, 1, 7, 1001, 123_456_789, 9_007_199_254_740_993] as [Int64] {
        #expect(MediaTime(value: tick, timescale: base).ticks(denominator: base) == tick)
      }
    }
  }

  @Test func sumsAreExactOnTheCommonClock() {
    let a = MediaTime(value: 1001, timescale: 30000)
    let b = MediaTime(value: 1, timescale: 44100)
    // 1001/30000 + 1/44100 = (1001·147 + 100) / 4410000
    #expect(a + b == MediaTime(value: 147_247, timescale: 4_410_000))
    #expect(a - a == .zero)
    #expect(b - a == MediaTime(value: 100 - 1001 * 147, timescale: 4_410_000))
  }

  @Test func aSumWithoutACommon32BitClockIsNearestOnTheFinerOne() {
    let a = MediaTime(value: 1, timescale: 2_147_483_647)
    let b = MediaTime(value: 1, timescale: 2_147_483_646)
    let sum = a + b
    #expect(sum.timescale == 2_147_483_647)
    #expect(sum.value == 2)
  }

  @Test func sumsBeyond64BitsStayAtTheEnd() {
    let most = MediaTime(value: .max, timescale: 1)
    let least = MediaTime(value: .min, timescale: 1)
    #expect(most + most == most)
    #expect(most - least == most)
    #expect(least - most == MediaTime(value: .min, timescale: 1))
    #expect(least + MediaTime(value: 1, timescale: 90000) < .zero)
  }
}
