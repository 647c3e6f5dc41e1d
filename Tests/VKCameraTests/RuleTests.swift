import Testing
import VKCore

@testable import VKCamera

/// The rules for sizes, rates, times and gaps, by hand.
struct RuleTests {
  typealias Offer = StandInDevice.Offer

  private func first(
    _ offers: [Offer], _ size: Size, rate: (Int32, Int32)? = nil
  ) throws -> (String, Size, Double) {
    let modes = CameraMode.offered(
      by: StandInDevice(offers), for: ModeWish(size: size, rate: rate))
    let mode = try #require(modes.first)
    return (mode.format.fourCC.description, mode.size, 1 / (mode.interval?.seconds ?? 1))
  }

  @Test func theNearestSizeWinsAndOfTwoTheLarger() throws {
    let sizes = [Size(640, 480), Size(1280, 720), Size(1920, 1080)]
    let offers = sizes.map { Offer(fourCC: "YUYV", size: $0, rates: [30]) }
    #expect(try first(offers, Size(1300, 700)).1 == Size(1280, 720))
    #expect(try first(offers, Size(9999, 9999)).1 == Size(1920, 1080))
    #expect(try first(offers, Size(1, 1)).1 == Size(640, 480))
    let pair = [Size(600, 400), Size(640, 440)].map { Offer(fourCC: "YUYV", size: $0, rates: []) }
    #expect(try first(pair, Size(620, 420)).1 == Size(640, 440))
  }

  @Test func theRateDecidesBetweenFormatsOfOneSize() throws {
    let offers = [
      Offer(fourCC: "YUYV", size: Size(1280, 720), rates: [10]),
      Offer(fourCC: "MJPG", size: Size(1280, 720), rates: [30]),
    ]
    #expect(try first(offers, Size(1280, 720), rate: (30, 1)).0 == "MJPG")
    #expect(try first(offers, Size(1280, 720), rate: (10, 1)).0 == "YUYV")
  }

  @Test func theSlowestRateThatReachesTheWishIsTaken() throws {
    let offers = [Offer(fourCC: "NV12", size: Size(64, 64), rates: [90, 60, 30, 15])]
    #expect(try first(offers, Size(64, 64)).2.rounded() == 30)
    #expect(try first(offers, Size(64, 64), rate: (50, 1)).2.rounded() == 60)
    #expect(try first(offers, Size(64, 64), rate: (120, 1)).2.rounded() == 90)
    // 30000/1001 is 30 less a thousandth, which does not count.
    #expect(try first(offers, Size(64, 64), rate: (30000, 1001)).2.rounded() == 30)
  }

  @Test func formatsThatTheKernelsReadComeBeforeTheOthers() throws {
    let offers = ["MJPG", "RGB3", "YUYV", "NV12", "XXXX"].map {
      Offer(fourCC: $0, size: Size(64, 64), rates: [30])
    }
    let modes = CameraMode.offered(by: StandInDevice(offers), for: ModeWish(size: Size(64, 64)))
    #expect(modes.map(\.format.fourCC.description) == ["NV12", "YUYV", "RGB3", "MJPG"])
  }

  @Test func timesCountFromTheFirstFrame() {
    var clock = CaptureClock()
    let times = [5_000_000, 5_033_333, 5_066_667].map {
      clock.time(driver: $0, host: $0 + 2000).value
    }
    #expect(times == [0, 33_333, 66_667])
  }

  /// What is equal or a little earlier stays so: the pipeline drops and counts it.
  @Test func smallStepsBackStay() {
    var clock = CaptureClock()
    let times = [1000, 34_000, 34_000, 20_000, 67_000].map {
      clock.time(driver: $0, host: 1_000_000 + $0).value
    }
    #expect(times == [0, 33_000, 33_000, 19_000, 66_000])
    #expect(clock.corrections == 0)
  }

  /// A clock that wraps or jumps is followed by the host's: 40 ms pass between frames there.
  @Test func jumpsArePutRight() {
    var clock = CaptureClock()
    let wrapped = [4_294_967_290_000, 4_294_967_295_000, 0, 40_000, 900_000_000, 900_040_000]
    let times = wrapped.enumerated().map { index, driver in
      clock.time(driver: Int64(driver), host: 10_000_000 + Int64(index) * 40_000).value
    }
    #expect(times == [0, 5000, 45_000, 85_000, 125_000, 165_000])
    #expect(clock.corrections == 2)
  }

  /// Frames that wait while the reader is busy come with a host's time that is late, which is no jump.
  @Test func readingLateIsNoJump() {
    var clock = CaptureClock()
    _ = clock.time(driver: 0, host: 1000)
    let times = [(33_000, 5_000_000), (66_000, 5_000_100), (5_033_000, 5_034_000)].map {
      clock.time(driver: $0.0, host: $0.1).value
    }
    #expect(times == [33_000, 66_000, 5_033_000])
    #expect(clock.corrections == 0)
  }

  @Test func withoutADriversClockTheHostsCounts() {
    var clock = CaptureClock()
    #expect([7000, 40_000].map { clock.time(driver: nil, host: $0).value } == [0, 33_000])
    clock.restart()
    #expect(clock.time(driver: 123, host: 90_000).value == 83_000)
  }

  @Test func gapsAreCountedAcrossTheEndOfNumbers() {
    var gaps = SequenceGaps()
    let numbers: [UInt32] = [3, 4, 7, .max - 1, .max, 0, 1, 5]
    #expect(numbers.map { gaps.lost(before: $0) } == [0, 0, 2, 0, 0, 0, 0, 3])
    gaps.restart()
    #expect(gaps.lost(before: 100) == 0)
  }

  @Test func controlsAreNamedAndReadAsUsersWriteThem() throws {
    #expect(CameraControl.name(of: "White Balance, Automatic") == "white_balance_automatic")
    let control = try #require(CameraControl.all(of: StandInDevice()).first)
    #expect(control.name == "brightness_overall" && control.value == 128)
    #expect(try control.number(for: "7") == 7)
    #expect(throws: CameraError.self) { try control.number(for: "256") }
    #expect(throws: CameraError.self) { try control.number(for: "bright") }
  }
}
