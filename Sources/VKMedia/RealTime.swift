internal import VKCore

/// Holds a movie back so that it is read no faster than it plays.
struct RealTime {
  private var begin: (instant: ContinuousClock.Instant, time: MediaTime)?

  /// Waits until `time` is due, counted from the first one; returns at once when everything shall end.
  mutating func wait(for time: MediaTime, stop: StopSignal) {
    let now = ContinuousClock.now
    guard let (instant, first) = begin else {
      begin = (now, time)
      return
    }
    let due = instant + .seconds((time - first).seconds)
    if due > now { stop.sleep(due - now) }
  }
}
