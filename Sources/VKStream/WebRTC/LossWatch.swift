/// Decides from reports of loss how many bits a second a stream may have.
struct LossWatch {
  /// What to do.
  enum Step: Equatable {
    case stay
    /// So many bits a second at most.
    case limit(Int)
    /// As many as there are.
    case lift
  }

  private static let least = 100_000
  private var limit: Int?
  private var bad = 0
  private var good = 0

  /// Takes a report.
  ///
  /// - Parameters:
  ///   - lost: which part of what was sent last did not arrive.
  ///   - bitRate: bits a second that are sent now.
  ///   - wanted: bits a second that the stream is meant to have.
  /// - Returns: what to do.
  mutating func step(lost: Double, bitRate: Int, wanted: Int) -> Step {
    // One bad report may be chance; where a third is lost there is no doubt.
    let isHopeless = lost > 0.3
    (bad, good) = lost > 0.1 ? (bad + 1, 0) : lost < 0.02 ? (0, good + 1) : (0, 0)
    if bad >= 2 || isHopeless {
      bad = 0
      let part = isHopeless ? 0.5 : 0.7
      let next = max(Int(Double(min(bitRate, limit ?? bitRate)) * part), Self.least)
      guard next != limit else { return .stay }
      limit = next
      return .limit(next)
    }
    if let limit, good >= 8 {
      good = 0
      let next = limit + limit / 4
      self.limit = next < wanted ? next : nil
      return self.limit.map { .limit($0) } ?? .lift
    }
    return .stay
  }
}
