internal import Dispatch
public import VKCompute
public import VKCore
public import VKPipeline

/// A window that shows frames, painted by the device that filters them.
///
/// Frames go from the device's memory into the window's pictures on the device: nothing is read back for them. Live sources are shown as
/// they come, the newest first; others at the pace of their times, which holds the source up. HDR and wide colours become sRGB.
///
/// Keys: `i` tells in the title what is shown, `q` and Escape close the window; `onKey` adds others. Thread-safe.
public final class PreviewWindow: ImageConsumer {
  /// When a frame is shown.
  public enum Pacing: Sendable {
    /// At once; of those that come faster than they can be shown the newest is.
    case arrival
    /// At its time: the source waits.
    case clock
  }

  private struct State {
    var screen: PreviewScreen?
    var gravity: Gravity
    var size: Size?
    var pacing: Pacing?
    var isLive = false
    var isClosed = false
    var clock = PresentationClock()
    var sound: SoundOutput?
    var keys: [Character: @Sendable () -> Void] = [:]
    var closeActions: [@Sendable () -> Void] = []
    var lossAction: (@Sendable (any Error) -> Void)?
    var waiters: [CheckedContinuation<Void, Never>] = []
    var failure: (any Error)?
    var picture: PixelBuffer?
    var lastDuration: MediaTime?
    var showsStatistics = false
    var firstShown: (instant: ContinuousClock.Instant, count: Int)?

    /// Whether frames wait for their times.
    var isPaced: Bool { (pacing ?? (isLive ? .arrival : .clock)) == .clock }
  }

  /// The window's title.
  public let title: String
  private let device: Device?
  private let state: Locked<State>
  private let actions = DispatchQueue(label: "preview keys")
  /// The largest that a window gets by itself.
  private static let largest = Size(1280, 720)

  /// Connects to the display; the window opens with the first frame, or at once where a size is given.
  ///
  /// - Parameters:
  ///   - title: the window's title.
  ///   - size: the window's size; nil takes the first picture's, made smaller where that is large.
  ///   - gravity: how pictures fill the window.
  ///   - pacing: when frames are shown; nil is `arrival` for live sources and `clock` for others.
  ///   - device: the device that filters; nil takes the system's default.
  /// - Throws: `PreviewError` when there is no display or no SDL, `GPUError` when the device cannot paint windows.
  public init(
    title: String = "vkfilter", size: Size? = nil, gravity: Gravity = .fit, pacing: Pacing? = nil,
    device: Device? = nil
  ) throws {
    self.title = title
    self.device = device
    state = Locked(State(gravity: gravity, size: size, pacing: pacing))
    if let size {
      try open(size)
    } else {
      // Whether there is a display is known now, not at the first frame.
      try WindowThread.shared.perform {}
    }
  }

  deinit { state.withLock({ $0.screen })?.requestClose() }

  // MARK: What it shows

  /// How pictures fill the window; may be changed at any time.
  public var gravity: Gravity {
    get { state.withLock { $0.gravity } }
    set {
      let screen = state.withLock { state in
        state.gravity = newValue
        return state.screen
      }
      screen?.setGravity(newValue)
    }
  }

  /// The last picture that came, as it is stored: what a still is made of.
  public var picture: PixelBuffer? { state.withLock { $0.picture } }

  /// What was shown so far.
  public var statistics: PreviewStatistics {
    state.withLock { $0.screen }?.statistics ?? PreviewStatistics()
  }

  /// Whether the window is closed: frames are taken and shown to nobody.
  public var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Why there is no window any more, where that is an error; nil while there is one and when it was closed.
  package var failure: (any Error)? {
    state.withLock { $0.lossAction == nil ? $0.failure : nil }
  }

  /// Closes the window.
  public func close() {
    endWaiting()
    state.withLock({ $0.screen })?.requestClose()
  }

  /// Frames are shown no more, and nobody waits for a moment or for the end.
  private func endWaiting() {
    let waiters = state.signal { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the window is closed by its user or by the program.
  public func closed() async {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state -> Bool in
        if !state.isClosed { state.waiters.append(continuation) }
        return state.isClosed
      }
      if isClosed { continuation.resume() }
    }
  }

  /// Lets pictures follow a sound.
  package func follow(_ sound: SoundOutput) { state.withLock { $0.sound = sound } }

  // MARK: What its user does

  /// Calls `action`, on a thread of its own, each time the key of that character is pressed in the window.
  ///
  /// It takes the place of what the key did before.
  public func onKey(_ key: Character, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.keys[key] = action }
  }

  /// Lets a key apply and remove what is in a slot.
  public func onKey(_ key: Character, toggle slot: FilterSlot) {
    onKey(key) { slot.toggle() }
  }

  /// Calls `action`, on a thread of its own, when the window is closed by its user.
  public func onClose(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.closeActions.append(action) }
  }

  /// Calls `action`, on a thread of its own, when the window is lost, with its display for example.
  ///
  /// What else takes the frames then goes on without it. Unless there is an action the loss is an error of the run.
  public func onLoss(_ action: @escaping @Sendable (any Error) -> Void) {
    state.withLock { $0.lossAction = action }
  }

  // MARK: Frames

  /// Whether frames without a time are wanted: a still is shown like any frame.
  public var acceptsStills: Bool { true }

  /// Frames by their times are all waited for; of those that come when they come the newest counts.
  public var latePolicy: LatePolicy {
    state.withLock { $0.isPaced } ? .keepAll : .dropLate
  }

  /// Opens the window where it is not open yet; frames stay as they are stored.
  public func prepare(for format: StreamFormat) throws -> PixelFormat {
    let mustOpen = state.withLock { state -> Bool in
      state.isLive = format.isLive
      return state.screen == nil && !state.isClosed
    }
    if mustOpen { try open(initialSize(for: format)) }
    return format.pixelFormat
  }

  /// Shows a frame when it is due.
  public func consume(_ frame: Frame) throws {
    let sound = state.withLock { $0.sound }
    let heard = sound?.heard
    let due = state.withLock { state -> ContinuousClock.Instant? in
      (state.picture, state.lastDuration) = (frame.pixelBuffer, frame.duration)
      guard state.isPaced, let time = frame.time else { return nil }
      return state.clock.due(time, now: .now, heard: heard)
    }
    if let due { wait(until: due) }
    if let sound, let time = frame.time { sound.pictureShown(at: time) }
    if let failure { throw failure }
    let screen = state.withLock { $0.screen }
    screen?.show(frame)
    if let screen { tellStatistics(screen) }
  }

  /// Shows the last picture as long as it lasts, and leaves it in the window.
  public func finish(error: (any Error)?) throws {
    if error == nil {
      let length = state.withLock { $0.isPaced ? $0.lastDuration : nil }
      if let length { wait(until: .now + .seconds(length.seconds)) }
      // What was handed to the window's thread is painted by then.
      if state.withLock({ $0.screen }) != nil { try? WindowThread.shared.perform {} }
    }
    if let failure, error == nil { throw failure }
  }

  /// Waits for a moment; the end of the window ends that.
  private func wait(until due: ContinuousClock.Instant) {
    let seconds = (due - .now).seconds
    guard seconds > 0 else { return }
    _ = state.wait(seconds: seconds) { $0.isClosed ? true : nil }
  }

  // MARK: The window

  private func initialSize(for format: StreamFormat) -> Size {
    let shown = ScreenLayout.shownSize(of: format.size, format.pixelAspectRatio)
    let scale = min(
      1, Double(Self.largest.width) / Double(shown.width),
      Double(Self.largest.height) / Double(shown.height))
    return Size(
      max(Int((Double(shown.width) * scale).rounded()), 16),
      max(Int((Double(shown.height) * scale).rounded()), 16))
  }

  private func open(_ size: Size) throws {
    let device = try device ?? Device.systemDefault
    let handlers = PreviewScreen.Handlers(
      pressed: { [weak self] in self?.pressed($0) },
      closed: { [weak self] in self?.closed(byUser: $0) },
      failed: { [weak self] in self?.lost($0) })
    let (title, gravity) = (title, gravity)
    let screen = try WindowThread.shared.perform {
      try PreviewScreen(
        title: title, size: size, gravity: gravity, device: device, handlers: handlers)
    }
    state.withLock { $0.screen = screen }
  }

  private func lost(_ error: any Error) {
    let action = state.withLock { state in
      state.failure = error
      return state.lossAction
    }
    if let action { actions.async { action(error) } }
  }

  private func closed(byUser: Bool) {
    endWaiting()
    let closeActions = state.withLock { byUser ? $0.closeActions : [] }
    for action in closeActions { actions.async(execute: action) }
  }

  private func pressed(_ key: Character) {
    if let action = state.withLock({ $0.keys[key] }) {
      actions.async(execute: action)
      return
    }
    switch key {
    case "i":
      let screen = state.withLock { state in
        state.showsStatistics.toggle()
        state.firstShown = nil
        return state.screen
      }
      if let screen { tellStatistics(screen) }
    case "q", "\u{1B}": state.withLock { $0.screen }?.requestClose(byUser: true)
    default: break
    }
  }

  /// Puts what is shown into the title, or takes it out again; not more than twice a second.
  private func tellStatistics(_ screen: PreviewScreen) {
    let statistics = screen.statistics
    let text = state.withLock { state -> String? in
      guard state.showsStatistics else { return title }
      let now = ContinuousClock.now
      guard let (instant, count) = state.firstShown else {
        state.firstShown = (now, statistics.shown)
        return statistics.text(title, rate: nil)
      }
      let seconds = (now - instant).seconds
      guard seconds >= 0.5 else { return nil }
      state.firstShown = (now, statistics.shown)
      return statistics.text(title, rate: Double(statistics.shown - count) / seconds)
    }
    if let text { screen.requestTitle(text) }
  }
}

extension PreviewStatistics {
  /// A title with what is shown.
  fileprivate func text(_ title: String, rate: Double?) -> String {
    var parts = [title]
    if let windowSize { parts.append("\(windowSize)") }
    if let rate { parts.append("\((rate * 10).rounded() / 10) frames/s") }
    parts.append("\(shown) shown")
    if late > 0 { parts.append("\(late) late") }
    if unseen > 0 { parts.append("\(unseen) unseen") }
    if let lastTime { parts.append("\((lastTime.seconds * 10).rounded() / 10) s") }
    return parts.joined(separator: " · ")
  }
}
