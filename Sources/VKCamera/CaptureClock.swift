internal import VKCore

/// Brings drivers' times to times that count from the first frame, and finds clocks that jump.
///
/// Small steps back and equal times stay as the driver says them: the pipeline drops such frames, and counts them.
struct CaptureClock: Sendable {
  /// How far a driver's clock may be from the host's, in microseconds, before it counts as a jump.
  private static let tolerance: Int64 = 1_000_000

  /// What is taken off the driver's times.
  private var origin: Int64?
  private var last: (driver: Int64, host: Int64, time: Int64)?
  /// The most that the driver's time has been ahead of the host's: reading late makes it less, never more.
  private var lead = Int64.min
  /// Jumps that were put right.
  private(set) var corrections = 0

  /// The time of a frame.
  ///
  /// - Parameters:
  ///   - driver: the driver's time in microseconds; nil where it tells none.
  ///   - host: the host's monotonic time in microseconds now that the frame is here.
  /// - Returns: the time from the first frame on.
  mutating func time(driver: Int64?, host: Int64) -> MediaTime {
    let driver = driver ?? host
    guard let origin, let last else {
      return place(driver, host, at: self.last.map { $0.time + max(host - $0.host, 1) } ?? 0)
    }
    let isAhead = driver &- host > lead &+ Self.tolerance
    let isBack = driver &- last.driver < -Self.tolerance
    if isAhead || isBack {
      corrections += 1
      return place(driver, host, at: last.time + max(host - last.host, 1))
    }
    lead = max(lead, driver &- host)
    return note(driver, host, at: driver &- origin)
  }

  /// Forgets the driver's clock, for another device: what comes next follows by the host's.
  mutating func restart() { origin = nil }

  private mutating func place(_ driver: Int64, _ host: Int64, at time: Int64) -> MediaTime {
    origin = driver &- time
    lead = driver &- host
    return note(driver, host, at: time)
  }

  private mutating func note(_ driver: Int64, _ host: Int64, at time: Int64) -> MediaTime {
    last = (driver, host, time)
    return MediaTime(value: time, timescale: 1_000_000)
  }
}

/// Finds frames that a driver lost, by the numbers of those that come.
struct SequenceGaps: Sendable {
  /// A longer step is a new count and no gap.
  private static let longest: UInt32 = 1 << 16
  private var last: UInt32?

  /// How many frames are missing before this one; numbers begin anew behind 2^32 - 1.
  mutating func lost(before sequence: UInt32) -> Int {
    defer { last = sequence }
    guard let last else { return 0 }
    let step = sequence &- last
    return step > 1 && step < Self.longest ? Int(step) - 1 : 0
  }

  /// Begins anew, for another stream.
  mutating func restart() { last = nil }
}
