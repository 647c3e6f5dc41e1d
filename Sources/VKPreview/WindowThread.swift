internal import CSDL
internal import VKCore

/// The one thread that opens windows, paints them and hears of their events: SDL wants no other.
///
/// It runs, and the process is connected to the display, while there are windows.
final class WindowThread: Sendable {
  static let shared = WindowThread()

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var screens: [UInt32: PreviewScreen] = [:]
    var isRunning = false
    /// Whether SDL hears calls to wake up.
    var isConnected = false
    /// Why there is no connection.
    var failure: PreviewError?
  }

  private let state = Locked(State())

  /// Runs `body` on the thread, once SDL is there, and waits for its end.
  ///
  /// - Throws: `PreviewError` when there is no library or no display, and what `body` throws.
  func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    guard csdl_load() else {
      throw PreviewError(
        .noLibrary, "open a window",
        "SDL 2 opens windows and is not installed; install libsdl2-2.0-0")
    }
    let result = Locked<Result<Value, any Error>?>(nil)
    post { [state] in
      let outcome = Result<Value, any Error> {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return try body()
      }
      result.signal { $0 = outcome }
    }
    return try result.wait { $0 }.get()
  }

  /// Runs `job` on the thread after those before it.
  func post(_ job: @escaping @Sendable () -> Void) {
    let mustStart = state.withLock { state -> Bool in
      state.jobs.append(job)
      if state.isConnected { csdl_wake() }
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { _ = WorkerThread { self.run() } }
  }

  /// Lets events of a window come to `screen`; nil ends it.
  func register(_ screen: PreviewScreen?, number: UInt32) {
    state.withLock { $0.screens[number] = screen }
  }

  private func run() {
    while true {
      connect()
      work()
      let isConnected = state.withLock { state -> Bool in
        defer { state.isConnected = false }
        return state.isConnected
      }
      if isConnected { csdl_stop() }
      let isOver = state.withLock { state -> Bool in
        if state.jobs.isEmpty { state.isRunning = false }
        return state.jobs.isEmpty
      }
      if isOver { return }
    }
  }

  private func connect() {
    let failure: PreviewError? = csdl_start() ? nil : noDisplay()
    state.withLock { state in
      state.failure = failure
      state.isConnected = failure == nil
    }
  }

  private func noDisplay() -> PreviewError {
    let reason = String(cString: csdl_error())
    return PreviewError(
      .noDisplay, "open a window",
      "there is no display\(reason.isEmpty ? "" : " (\(reason))");"
        + " run it in a desktop session, or set DISPLAY or WAYLAND_DISPLAY")
  }

  /// Does what there is to do until no window is left.
  private func work() {
    while true {
      let job = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
      if let job {
        job()
        continue
      }
      let isDone = state.withLock { $0.jobs.isEmpty && $0.screens.isEmpty }
      if isDone { return }
      handle(csdl_wait(1000))
    }
  }

  private func handle(_ event: csdl_event) {
    if event.kind == csdl_lost {
      let lost = PreviewError(
        .noDisplay, "show pictures", "the display that the window was on is gone")
      for screen in state.withLock({ Array($0.screens.values) }) { screen.end(lost) }
      return
    }
    guard let screen = state.withLock({ $0.screens[event.window] }) else { return }
    switch event.kind {
    case csdl_resized, csdl_exposed: screen.repaint()
    case csdl_hidden: screen.setSeen(false)
    case csdl_shown: screen.setSeen(true)
    case csdl_closed: screen.close(byUser: true)
    case csdl_key: screen.pressed(event.value)
    default: break
    }
  }
}
