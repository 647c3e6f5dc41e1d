internal import VKCore

/// Packets that wait for a connection, at most for a while.
///
/// Thread-safe. When packets would wait too long all are let go, and it goes on with the next picture that decoding can begin
/// with: a viewer sees a jump, never damage.
final class PacketQueue: Sendable {
  private struct State {
    var packets: ArraySlice<EncodedPacket> = []
    var isClosed = false
    /// Whether packets are let go as they come, since there is nobody to take them.
    var isSuspended = false
    var needsKey = true
    var dropped = 0

    /// Between the first picture that waits and the last.
    var delay: MediaTime {
      guard let first = packets.first, let last = packets.last else { return .zero }
      return last.time - first.time
    }
  }

  private let limit: MediaTime
  private let state = Locked(State())

  /// Lets packets wait until they span `limit`.
  init(limit: MediaTime) { self.limit = limit }

  /// Pictures that were let go.
  var dropped: Int { state.withLock { $0.dropped } }
  /// How far what is sent is behind what comes.
  var delay: MediaTime { state.withLock { $0.delay } }
  /// Whether nothing comes any more.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Adds a packet; false when it, or what waited, had to be let go.
  func push(_ packet: EncodedPacket) -> Bool {
    state.signal { state in
      guard !state.isClosed else { return true }
      let isPicture = packet.track == .pictures
      if state.isSuspended || state.needsKey && !(isPicture && packet.isKey) {
        state.dropped += isPicture ? 1 : 0
        return false
      }
      state.needsKey = false
      state.packets.append(packet)
      guard state.delay > limit else { return true }
      state.dropped += state.packets.count { $0.track == .pictures }
      state.packets = []
      state.needsKey = true
      return false
    }
  }

  /// Takes the next packet, waiting for it; nil once nothing comes any more.
  func pop() -> EncodedPacket? {
    state.wait { state -> EncodedPacket?? in
      if let packet = state.packets.popFirst() { return .some(packet) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// Lets go of what waits and of what comes, until `resume`.
  func suspend() {
    state.withLock { state in
      state.dropped += state.packets.count { $0.track == .pictures }
      state.packets = []
      (state.isSuspended, state.needsKey) = (true, true)
    }
  }

  /// Takes packets again, from the next picture on that decoding can begin with.
  func resume() { state.withLock { $0.isSuspended = false } }

  /// Says that nothing comes any more.
  func close() { state.signal { $0.isClosed = true } }
}
