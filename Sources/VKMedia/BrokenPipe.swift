internal import Glibc

/// Keeps SIGPIPE from this thread while `body` writes: a reader that has gone away is an error.
package func withoutBrokenPipeSignal(_ body: () -> Int) -> Int {
  var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  sigpending(&pending)
  let wasPending = sigismember(&pending, SIGPIPE) == 1
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  let result = body()
  let failure = errno
  if result < 0 && failure == EPIPE && !wasPending {
    var none = timespec()
    sigtimedwait(&signals, nil, &none)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = failure
  return result
}
