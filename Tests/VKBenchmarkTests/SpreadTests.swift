import Testing

@testable import VKBenchmark

@Suite struct SpreadTests {
  @Test func percentilesLieOnTheLineBetweenTheTwoNearestValues() throws {
    // Of 21 values 0 … 20, 5 % of the way is 1, half is 10 and 95 % is 19.
    let spread = try #require(Spread((0...20).map(Double.init).reversed()))
    #expect(spread.p5 == 1)
    #expect(spread.median == 10)
    #expect(spread.p95 == 19)
    #expect(spread.samples == 21)
    // Of two values, 5 % of the way from 2 to 4.
    let two = try #require(Spread([4, 2]))
    #expect(abs(two.p5 - 2.1) < 1e-12)
    #expect(two.median == 3)
  }

  @Test func oneValueIsItsOwnSpreadAndNoneHasNone() {
    #expect(Spread([7])?.p95 == 7)
    #expect(Spread([7])?.p5 == 7)
    #expect(Spread([]) == nil)
  }
}
