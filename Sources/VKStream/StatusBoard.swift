internal import VKCore

/// Tells everybody who asks what the status is, and each change.
///
/// Thread-safe.
final class StatusBoard<Status: Sendable & Equatable>: Sendable {
  private struct State {
    var current: Status
    var listeners: [Int: AsyncStream<Status>.Continuation] = [:]
    var count = 0
    var isOver = false
  }

  private let state: Locked<State>

  init(_ status: Status) { state = Locked(State(current: status)) }

  /// The status now.
  var current: Status { state.withLock { $0.current } }

  /// The status now, and every later one.
  var statuses: AsyncStream<Status> {
    AsyncStream { continuation in
      state.withLock { state in
        continuation.yield(state.current)
        guard !state.isOver else { return continuation.finish() }
        let number = state.count
        state.count += 1
        state.listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
          self?.state.withLock { $0.listeners[number] = nil }
        }
      }
    }
  }

  /// Changes the status; one that is the last is followed by none.
  func post(_ status: Status, isLast: Bool = false) {
    let listeners = state.signal { state -> [AsyncStream<Status>.Continuation] in
      guard !state.isOver, state.current != status || isLast else { return [] }
      state.current = status
      state.isOver = isLast
      let listeners = Array(state.listeners.values)
      if isLast { state.listeners = [:] }
      return listeners
    }
    for listener in listeners {
      listener.yield(status)
      if isLast { listener.finish() }
    }
  }

  /// Waits for a status that `isWanted`, which may be the one now; nil when none follows any more.
  func first(where isWanted: (Status) -> Bool) async -> Status? {
    for await status in statuses where isWanted(status) { return status }
    return nil
  }
}
