internal import VKCore
internal import VKMedia

/// Sends a stream's packets over connections, the next when one is lost.
///
/// Packets that come while there is none are let go.
final class PersistentPublisher: PacketReceiver, ConnectionCounts {
  typealias Report = @Sendable (StreamStatus) -> Void
  typealias Make = @Sendable (_ report: @escaping Report) async throws -> WebRTCPublisher

  private struct State {
    var current: WebRTCPublisher?
    var beginning: (stream: EncodedStream, control: any EncoderControl)?
    /// Bytes and pictures of the connections that were lost.
    var past = (bytes: 0, dropped: 0)
    var connections = 1
    var again: Task<Void, Never>?
    var isFinished = false
  }

  let needs: EncodingNeeds
  private let report: Report
  private let connect: Make
  private let state: Locked<State>

  /// A publisher, which lasts where the session reconnects.
  ///
  /// - Throws: `StreamError` when the server does not take the stream.
  static func make(
    reconnects: Bool, report: @escaping Report, connect: @escaping Make
  ) async throws -> any PacketReceiver {
    guard reconnects else { return try await connect(report) }
    let lasting = Locked<PersistentPublisher?>(nil)
    let first = try await connect { status in
      if let lasting = lasting.withLock({ $0 }) {
        lasting.receive(status)
      } else {
        report(status)
      }
    }
    let publisher = PersistentPublisher(first, report, connect)
    lasting.withLock { $0 = publisher }
    return publisher
  }

  private init(_ first: WebRTCPublisher, _ report: @escaping Report, _ connect: @escaping Make) {
    needs = first.needs
    self.report = report
    self.connect = connect
    state = Locked(State(current: first))
  }

  var bytesSent: Int {
    let (past, current) = state.withLock { ($0.past.bytes, $0.current) }
    return past + (current?.bytesSent ?? 0)
  }
  var dropped: Int {
    let (past, current) = state.withLock { ($0.past.dropped, $0.current) }
    return past + (current?.dropped ?? 0)
  }
  var connections: Int { state.withLock { $0.connections } }

  func begin(_ stream: EncodedStream, control: any EncoderControl) {
    let current = state.withLock { state in
      state.beginning = (stream, control)
      return state.current
    }
    current?.begin(stream, control: control)
  }

  func take(_ packet: EncodedPacket) { state.withLock { $0.current }?.take(packet) }

  func finish() {
    let (current, again) = state.withLock { state in
      state.isFinished = true
      return (state.current, state.again)
    }
    again?.cancel()
    current?.finish()
  }

  /// Faults that another try does not mend.
  private static let lasting: Set<StreamError.Code> = [
    .usage, .unauthorized, .missingLibrary, .incompatible, .media,
  ]

  private func receive(_ status: StreamStatus) {
    guard case .failed(let error) = status, !Self.lasting.contains(error.code) else {
      return report(status)
    }
    let lost = state.withLock { state -> WebRTCPublisher? in
      guard !state.isFinished, let current = state.current else { return nil }
      state.current = nil
      state.past.bytes += current.bytesSent
      state.past.dropped += current.dropped
      return current
    }
    guard let lost else { return }
    report(.unpublished)
    let again = Task { [self] in
      try? await onThread { lost.finish() }
      await tryAgain()
    }
    state.withLock { $0.again = again }
  }

  private func tryAgain() async {
    state.withLock { $0.beginning }?.control.limit(bitsPerSecond: nil)
    var backOff = BackOff()
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(backOff.next()))
      guard !Task.isCancelled else { return }
      do {
        let next = try await connect { [weak self] status in self?.receive(status) }
        guard install(next) else { return try await onThread { next.finish() } }
        // What failed before it was in use told nobody.
        if let error = next.failure { receive(.failed(error)) }
        return
      } catch {
        guard let error = error as? StreamError, Self.lasting.contains(error.code) else { continue }
        return report(.failed(error))
      }
    }
  }

  /// Takes a new connection into use; false when it is too late for that.
  private func install(_ next: WebRTCPublisher) -> Bool {
    let beginning = state.withLock { state in
      state.beginning.flatMap { beginning in state.isFinished ? nil : beginning }
    }
    guard let beginning else { return false }
    next.begin(beginning.stream, control: beginning.control)
    return state.withLock { state in
      guard !state.isFinished else { return false }
      state.current = next
      state.connections += 1
      return true
    }
  }
}
