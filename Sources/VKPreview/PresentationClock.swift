internal import VKCore

/// When frames are due that come faster than they are to be seen.
///
/// The first frame is due when it comes, the others as much later as their times say. Who comes too late is shown at once; a
/// stream that falls behind for good goes on from there, slower.
struct PresentationClock {
  /// How late a frame may be before the clock is set anew.
  static let patience = Duration.milliseconds(500)

  private var start: (instant: ContinuousClock.Instant, time: MediaTime)?

  /// How far pictures may be from the sound before they jump to it; less is made good little by little.
  static let soundTolerance = Duration.milliseconds(80)

  /// When a frame of `time` that is there at `now` is due.
  ///
  /// Where something is `heard`, pictures follow it, and those that are too late do not set the clock anew.
  mutating func due(
    _ time: MediaTime, now: ContinuousClock.Instant, heard: MediaTime? = nil
  ) -> ContinuousClock.Instant {
    guard let start, time >= start.time else {
      self.start = (now, time)
      return now
    }
    var due = start.instant + .seconds((time - start.time).seconds)
    if let heard {
      let error = now + .seconds((time - heard).seconds) - due
      let isFar = error > Self.soundTolerance || error < .zero - Self.soundTolerance
      let step = isFar ? error : error / 16
      due += step
      self.start = (start.instant + step, start.time)
    } else if now - due > Self.patience {
      self.start = (now, time)
      return now
    }
    return max(due, now)
  }
}
