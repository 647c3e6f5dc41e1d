import Glibc

/// A thread for work that blocks; the cooperative pool never does.
///
/// Thread-safe.
package final class WorkerThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let hasEnded = Locked(false)

  /// Starts the thread.
  package init(_ work: @escaping @Sendable () -> Void) {
    let body = Body { [hasEnded] in
      work()
      hasEnded.signal { $0 = true }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(body)
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard failure == 0 else {
      // No thread to be had: the work still gets done, here.
      context.release()
      body.run()
      return
    }
    pthread_detach(thread)
  }

  /// Waits until the work is done.
  package func join() {
    hasEnded.wait { ended -> Void? in ended ? () : nil }
  }
}

/// Does work that blocks on a thread of its own, and waits for it without one.
///
/// - Throws: what the work throws.
package func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    _ = WorkerThread { continuation.resume(with: Result { try work() }) }
  }
}
