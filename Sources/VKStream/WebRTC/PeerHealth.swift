/// Tells from what a connection says of itself whether it works, has ended, or will never begin.
///
/// GStreamer's connections stay "connected" when the other side is gone: what does not stop as long as it lives are its
/// reports (RFC 3550, section 6.4).
struct PeerHealth {
  /// What is known.
  enum Verdict: Equatable {
    case waiting
    case connected
    case over(StreamError.Code, String)
  }

  /// Seconds that finding a way may take, handshakes included.
  private static let connecting = 10.0
  /// Seconds without a report after which nobody is there, where they come as often as usual: every second or so.
  private static let silence = 3.5
  /// Where they come more seldom, so many times as long as the longest that one was waited for.
  private static let irregularity = 2.5
  private let begin: Double
  private let watchesReports: Bool
  private var lastSign: (value: UInt64, time: Double)?
  private var longestWait: Double?
  private var brokenSince: Double?
  private(set) var hasConnected = false

  /// Begins to watch; where signalling tells when the other side is gone, reports need not.
  init(at time: Double, watchesReports: Bool = true) {
    begin = time
    self.watchesReports = watchesReports
  }

  /// Takes what the connection says; `sign` is nil where it was not asked.
  mutating func check(state: WebRTCPeer.State, sign: UInt64?, at time: Double) -> Verdict {
    if state == .connected { hasConnected = true }
    guard hasConnected else {
      if state == .failed || time - begin > Self.connecting {
        return .over(
          .unreachable,
          "no way for pictures and sound was found; a firewall may want a STUN or TURN server (--ice-server)"
        )
      }
      return .waiting
    }
    if state == .failed { return .over(.dropped, "the connection broke") }
    brokenSince = state == .disconnected ? brokenSince ?? time : nil
    if let brokenSince, time - brokenSince > Self.silence {
      return .over(.dropped, "the connection broke")
    }
    if let sign, sign != 0, sign != lastSign?.value {
      if let lastSign { longestWait = max(longestWait ?? 0, time - lastSign.time) }
      lastSign = (sign, time)
    }
    // How often signs come is known from the second on.
    if watchesReports, let lastSign, let longestWait {
      let limit = max(Self.silence, Self.irregularity * longestWait)
      if time - lastSign.time > limit {
        return .over(.dropped, "the other side has been silent for \(Int(limit + 0.5)) seconds")
      }
    }
    return .connected
  }
}
