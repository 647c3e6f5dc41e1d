internal import VKCore
public import VKPipeline

extension MovieWriter: AttachedConsumer {
  /// What is known of a writer's end, and who waits for it.
  struct Ending: Sendable {
    var pipeline: Pipeline?
    var result: Result<Void, any Error>?
    var waiters: [CheckedContinuation<Void, any Error>] = []
  }

  package func attach(to pipeline: Pipeline) { ending.withLock { $0.pipeline = pipeline } }

  /// Completes the movie while its source goes on: the writer leaves the graph between two frames.
  ///
  /// - Throws: `MediaError` when no frame came or writing fails; there is no file then.
  public func finish() async throws {
    let pipeline = ending.withLock { $0.pipeline }
    try await pipeline?.edit { $0.remove(self) }
    // Where no run is left to end the writer, nobody else does.
    let watch = Task { [ending] in
      while ending.withLock({ $0.result == nil }) {
        if pipeline?.report == nil, ending.withLock({ $0.result == nil }) {
          try finish(error: nil)
        }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    defer { watch.cancel() }
    try await withCheckedThrowingContinuation { waiter in
      let result = ending.withLock { ending -> Result<Void, any Error>? in
        if ending.result == nil { ending.waiters.append(waiter) }
        return ending.result
      }
      if let result { waiter.resume(with: result) }
    }
  }
}

extension Locked<MovieWriter.Ending> {
  /// Says how the writer ended.
  func end(_ result: Result<Void, any Error>) {
    let waiters = withLock { ending in
      (ending.result, ending.pipeline) = (result, nil)
      defer { ending.waiters = [] }
      return ending.waiters
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
