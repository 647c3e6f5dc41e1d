import Testing

@testable import VKCommandLine

@Suite struct ProgressTests {
  @Test func aLineTellsRateSpeedAndTheTimeLeft() {
    let progress = Progress(frames: 60, dropped: 2, elapsed: 4, position: 2, duration: 62)
    #expect(progress.text == "frame 60, 15.0 fps, 0.50× real time, 2:00 left, 2 dropped")
  }

  @Test func theLastLineTellsHowLongItTook() {
    let progress = Progress(frames: 30, elapsed: 0.5, position: 1, isDone: true)
    #expect(progress.text == "frame 30, 60.0 fps, 2.00× real time, in 0.5 s")
  }

  @Test func nothingIsDividedByZero() {
    #expect(Progress().text == "frame 0, 0.0 fps, 0.00× real time")
    #expect(Progress(elapsed: 1, duration: 10).remaining == nil)
  }
}
