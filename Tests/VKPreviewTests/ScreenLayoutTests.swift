import Testing
import VKCore

@testable import VKPreview

@Suite struct ScreenLayoutTests {
  private func layout(
    _ picture: Size, _ window: Size, _ gravity: Gravity, ratio: (Int32, Int32) = (0, 1)
  ) -> ScreenLayout {
    ScreenLayout(picture, pixelAspectRatio: ratio, window: window, gravity: gravity)
  }

  @Test func fitCentresTheWholePicture() {
    // 1280×720 in 400×400: 225 rows, (400 - 225) / 2 above.
    let fit = layout(Size(1280, 720), Size(400, 400), .fit)
    #expect(fit.crop == nil)
    #expect(fit.place == Region(0, 87, 400, 225))
    #expect(layout(Size(1, 4000), Size(10, 10), .fit).place == Region(4, 0, 1, 10))
  }

  @Test func fillCutsTheMiddleOut() {
    let fill = layout(Size(1280, 720), Size(400, 400), .fill)
    #expect(fill.crop == Region(280, 0, 720, 720))
    #expect(fill.place == Region(0, 0, 400, 400))
    #expect(layout(Size(640, 360), Size(1280, 720), .fill).crop == nil)
  }

  @Test func pixelsThatAreNotSquareAreShownInTheirShape() {
    // PAL's wide pixels, 16:11: 720 columns are shown as 1047, 576 rows as 576.
    let fit = layout(Size(720, 576), Size(1047, 576), .fit, ratio: (16, 11))
    #expect(fit.place == Region(0, 0, 1047, 576))
    // A square window shows 576 of the 1047 columns: 396 of the stored 720.
    let fill = layout(Size(720, 576), Size(300, 300), .fill, ratio: (16, 11))
    #expect(fill.crop == Region(162, 0, 396, 576))
  }

  @Test func aPictureOfTheWindowsSizeIsNotTouched() {
    for gravity in Gravity.allCases {
      #expect(layout(Size(320, 200), Size(320, 200), gravity).filters.isEmpty)
    }
  }
}

@Suite struct PresentationClockTests {
  private func time(_ milliseconds: Int64) -> MediaTime {
    MediaTime(value: milliseconds, timescale: 1000)
  }

  @Test func framesAreDueByTheirTimesFromTheFirstOn() {
    var clock = PresentationClock()
    let start = ContinuousClock.now
    #expect(clock.due(time(5000), now: start) == start)
    #expect(clock.due(time(5040), now: start) == start + .milliseconds(40))
    // A late frame is shown at once and moves none of those after it.
    let late = start + .milliseconds(130)
    #expect(clock.due(time(5080), now: late) == late)
    #expect(clock.due(time(5200), now: late) == start + .milliseconds(200))
  }

  @Test func whoFallsBehindForGoodGoesOnFromThere() {
    var clock = PresentationClock()
    let start = ContinuousClock.now
    _ = clock.due(time(0), now: start)
    let late = start + .milliseconds(900)
    #expect(clock.due(time(40), now: late) == late)
    #expect(clock.due(time(80), now: late) == late + .milliseconds(40))
  }

  @Test func picturesFollowWhatIsHeard() {
    var clock = PresentationClock()
    let start = ContinuousClock.now
    _ = clock.due(time(0), now: start)
    // The sound is 200 ms behind: pictures wait for it at once.
    let now = start + .milliseconds(400)
    #expect(clock.due(time(400), now: now, heard: time(200)) == now + .milliseconds(200))
    #expect(clock.due(time(440), now: now) == now + .milliseconds(240))
    // It is 32 ms ahead of them: a sixteenth of that is made good with each picture.
    let later = now + .milliseconds(240)
    #expect(clock.due(time(480), now: later, heard: time(472)) == later + .milliseconds(38))
  }

  @Test func aJumpBackStartsAnew() {
    var clock = PresentationClock()
    let start = ContinuousClock.now
    _ = clock.due(time(1000), now: start)
    #expect(clock.due(time(0), now: start) == start)
    #expect(clock.due(time(100), now: start) == start + .milliseconds(100))
  }
}
