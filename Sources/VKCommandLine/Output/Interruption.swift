import Glibc
import VKCore

/// SIGINT, SIGTERM and SIGHUP as a request to finish cleanly.
///
/// The signals are blocked in every thread and taken by one that waits for them, so that no code ever runs in a handler.
enum Interruption {
  private struct State {
    var signal: Int32?
    var stop: (@Sendable () -> Void)?
    var lastMoment: (@Sendable () -> Void)?
    var userSignal: (@Sendable () -> Void)?
  }

  private static let state = Locked(State())

  /// The exit code that the first signal asks for, nil when none came.
  static var exitCode: Int32? { state.withLock { $0.signal.map { 128 + $0 } } }

  /// Takes the places of standard streams that the caller closed, so that no file of the program's gets their numbers.
  ///
  /// Reading and writing there fails as it would without.
  static func reserveStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Blocks the signals and starts to wait for them; to be called before any other thread is made.
  static func install() {
    // A reader that is gone and a file that grew too large are errors of a write, not ends of the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var signals = watched()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    if !startThread() { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  /// Whether the caller asked for a program that outlives its terminal (nohup).
  private static let hangUpIsIgnored: Bool = {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }()

  private static func watched() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGUSR1)
    if !hangUpIsIgnored { sigaddset(&signals, SIGHUP) }
    return signals
  }

  private static func startThread() -> Bool {
    let thread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
    defer { thread.deallocate() }
    guard pthread_create(thread, nil, signalThread, nil) == 0 else { return false }
    pthread_detach(thread.pointee)
    return true
  }

  /// Calls `stop` at the first signal, at once when it has come already.
  ///
  /// - Parameters:
  ///   - stop: asks for an end.
  ///   - lastMoment: takes away what is unfinished before a second signal ends the process.
  static func onSignal(
    stop: @escaping @Sendable () -> Void, lastMoment: @escaping @Sendable () -> Void = {}
  ) {
    let came = state.withLock { state in
      state.stop = stop
      state.lastMoment = lastMoment
      return state.signal != nil
    }
    if came { stop() }
  }

  /// Calls `body` for each SIGUSR1, which else ends the program.
  static func onUserSignal(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.userSignal = body }
  }

  fileprivate static func waitForSignals() {
    var signals = watched()
    var first: ContinuousClock.Instant?
    var information = siginfo_t()
    while true {
      let number = sigwaitinfo(&signals, &information)
      if number < 0 { continue }
      if number == SIGUSR1 {
        // The runtime stops threads by it when the program has crashed and its report is written.
        if information._sifields._kill.si_pid == getpid() { continue }
        guard let body = state.withLock({ $0.userSignal }) else { _exit(128 + number) }
        body()
        continue
      }
      let now = ContinuousClock.now
      if let first {
        // Terminals and supervisors often send the same request twice in a row.
        guard now - first > .seconds(1) else { continue }
        state.withLock { $0.lastMoment }?()
        _exit(exitCode ?? 128 + number)
      }
      first = now
      let stop = state.withLock { state in
        state.signal = number
        return state.stop
      }
      if let stop { stop() } else { _exit(128 + number) }
    }
  }
}

private func signalThread(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  Interruption.waitForSignals()
  return nil
}
