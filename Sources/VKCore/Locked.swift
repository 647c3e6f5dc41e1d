import Glibc

/// A value behind a pthread mutex.
///
/// The thread sanitizer follows pthread mutexes; it does not follow `Synchronization.Mutex` on Linux.
package final class Locked<Value>: @unchecked Sendable {
  // SAFETY: `storage` is touched only between lock and unlock of `mutex`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The padding gives empty values an address of their own; the thread sanitizer takes the object's
  /// header for one otherwise, and its readers for a race.
  private var storage: (value: Value, padding: UInt8)

  package init(_ value: sending Value) {
    storage = (value, 0)
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&storage.value)
  }

  /// Runs `body` with the lock held, then wakes every thread in `wait(for:)`.
  package func signal<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return try body(&storage.value)
  }

  /// Blocks until `body` returns a value; it is tried at once and after each `signal`.
  package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&storage.value) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Blocks as `wait(for:)` does, at most so many seconds; nil when `body` returned nothing until then.
  package func wait<Result>(seconds: Double, for body: (inout Value) -> Result?) -> Result? {
    var deadline = timespec()
    clock_gettime(CLOCK_MONOTONIC, &deadline)
    let nanoseconds = deadline.tv_nsec + Int((seconds * 1e9).rounded())
    deadline.tv_sec += nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&storage.value) { return result }
      if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
        return body(&storage.value)
      }
    }
  }
}
