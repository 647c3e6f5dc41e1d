import Glibc

/// A thread for work that blocks; the cooperative pool never does.
///
/// Thread-safe.
package final class WorkerThread: Sendable {
  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  private let hasEnded = Locked(false)

  /// Starts the thread; `name` shows in debuggers (15 bytes at most).
  package init(_ name: String, _ work: @escaping @Sendable () -> Void) {
    let hasEnded = hasEnded
    let body = Body(name: name) {
      work()
      hasEnded.signal { $0 = true }
    }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 4 << 20)
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(body)
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        pthread_setname_np(pthread_self(), String(body.name.prefix(15)))
        body.run()
        return nil
      }, context.toOpaque())
    if failure != 0 {
      // No thread to be had: the work still gets done, here.
      context.release()
      body.run()
    }
  }

  /// Waits until the work is done.
  package func join() { hasEnded.wait { $0 ? true : nil } }
}
