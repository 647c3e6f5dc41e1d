internal import VKCore

/// How many bits a second a connection gets: fewer as soon as packets wait, more again when they have not for a while.
struct BitRateLadder {
  /// What to do.
  enum Step: Equatable {
    case stay
    /// Less than was asked for, as a fraction.
    case down(Double)
    /// More than before; 1 is all.
    case up(Double)
  }

  static let rungs = [1, 0.7, 0.5, 0.35, 0.25]
  private var rung = 0
  private var lastChange: MediaTime?
  private var quietSince: MediaTime?

  /// Decides by how far a connection is behind.
  ///
  /// - Parameters:
  ///   - delay: how long packets wait.
  ///   - now: the time of the packet that is sent.
  /// - Returns: what to do.
  mutating func step(delay: MediaTime, at now: MediaTime) -> Step {
    let isLate = delay > MediaTime(value: 1, timescale: 2)
    let isQuiet = delay < MediaTime(value: 1, timescale: 10)
    quietSince = isQuiet ? quietSince ?? now : nil
    if isLate, rung < Self.rungs.count - 1, isOver(1, since: lastChange, at: now) {
      rung += 1
      (lastChange, quietSince) = (now, nil)
      return .down(Self.rungs[rung])
    }
    if rung > 0, let since = quietSince, isOver(8, since: since, at: now) {
      rung -= 1
      (lastChange, quietSince) = (now, nil)
      return .up(Self.rungs[rung])
    }
    return .stay
  }

  private func isOver(_ seconds: Int64, since time: MediaTime?, at now: MediaTime) -> Bool {
    guard let time else { return true }
    return now - time >= MediaTime(value: seconds, timescale: 1)
  }
}
