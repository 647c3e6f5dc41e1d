internal import VKCore

/// Takes the time that a recording was paused out of times.
struct RecordingPause: Sendable {
  /// The time of the first frame that is left out.
  private var begin: MediaTime?
  /// What has been left out: from the first frame that was to the first that was not any more.
  private(set) var gaps: [(from: MediaTime, to: MediaTime)] = []

  /// Whether a frame is written; moves its time by what was left out before.
  ///
  /// The first frame behind a pause takes the place of the first one that was left out.
  mutating func admits(_ time: inout MediaTime?, isPaused: Bool) -> Bool {
    guard let now = time else { return !isPaused }
    if isPaused {
      if begin == nil { begin = now }
      return false
    }
    if let begin { gaps.append((begin, now)) }
    begin = nil
    time = Self.moved(now, by: gaps)
    return true
  }

  /// The time of what was at `time`; nil for what was left out.
  static func moved(_ time: MediaTime, by gaps: [(from: MediaTime, to: MediaTime)]) -> MediaTime? {
    var result = time
    for gap in gaps where time >= gap.from {
      guard time >= gap.to else { return nil }
      result = result - (gap.to - gap.from)
    }
    return result
  }
}
