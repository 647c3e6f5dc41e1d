/// A first-in first-out queue between two threads that holds at most `capacity` elements.
///
/// Thread-safe. A full queue blocks the producer: that is the engine's back-pressure.
package final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isClosed = false
    var failure: (any Error)?
    /// Producers that wait without a thread.
    var producers: [CheckedContinuation<Void, Never>] = []
  }

  /// The most elements the queue holds.
  package let capacity: Int
  private let state: Locked<State>

  package init(capacity: Int) {
    self.capacity = capacity
    state = Locked(State())
  }

  /// The number of elements waiting.
  package var count: Int { state.withLock { $0.elements.count } }

  /// Appends an element, waiting for room; false when the queue was closed or cancelled.
  @discardableResult
  package func push(_ element: Element) -> Bool {
    let accepted = state.wait { state -> Bool? in
      if state.isClosed { return false }
      guard state.elements.count < capacity else { return nil }
      state.elements.append(element)
      return true
    }
    state.signal { _ in }
    return accepted
  }

  /// Appends an element, suspending until there is room; false when the queue was closed or cancelled.
  package func send(_ element: Element) async -> Bool {
    while true {
      let accepted = state.signal { state -> Bool? in
        if state.isClosed { return false }
        guard state.elements.count < capacity else { return nil }
        state.elements.append(element)
        return true
      }
      if let accepted { return accepted }
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state -> Bool in
          guard !state.isClosed, state.elements.count >= capacity else { return false }
          state.producers.append(continuation)
          return true
        }
        if !mustWait { continuation.resume() }
      }
    }
  }

  /// Wakes everybody who waits for room or elements.
  private func wake() {
    let producers = state.signal { state in
      defer { state.producers = [] }
      return state.producers
    }
    for producer in producers { producer.resume() }
  }

  /// Appends an element; a full queue gives up its oldest, which is returned.
  package func pushDroppingOldest(_ element: Element) -> Element? {
    state.signal { state in
      guard !state.isClosed else { return element }
      let dropped = state.elements.count >= capacity ? state.elements.removeFirst() : nil
      state.elements.append(element)
      return dropped
    }
  }

  /// Takes the oldest element, waiting for one; nil once the queue is closed and empty.
  ///
  /// - Throws: the error that the queue was failed with, once it is empty.
  package func pop() throws -> Element? {
    let result = state.wait { state -> Result<Element?, any Error>? in
      if !state.elements.isEmpty { return .success(state.elements.removeFirst()) }
      if let failure = state.failure { return .failure(failure) }
      return state.isClosed ? .success(nil) : nil
    }
    wake()
    return try result.get()
  }

  /// Takes the oldest element if there is one now.
  package func popIfReady() -> Element? {
    defer { wake() }
    return state.withLock { $0.elements.isEmpty ? nil : $0.elements.removeFirst() }
  }

  /// Ends the queue: what is in it can still be taken.
  ///
  /// `failure` is thrown after the last element.
  package func close(failure: (any Error)? = nil) {
    defer { wake() }
    state.withLock { state in
      if !state.isClosed { state.failure = failure }
      state.isClosed = true
    }
  }

  /// Ends the queue, throws away what is in it and lets `pop` throw `failure`.
  package func fail(_ failure: any Error) {
    defer { wake() }
    state.withLock { state in
      if !state.isClosed { state.failure = failure }
      state.isClosed = true
      state.elements.removeAll()
    }
  }

  /// Ends the queue and throws away what is in it.
  package func cancel() {
    defer { wake() }
    state.withLock { state in
      state.isClosed = true
      state.elements.removeAll()
    }
  }
}
