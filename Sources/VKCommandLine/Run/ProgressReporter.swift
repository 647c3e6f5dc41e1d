import VKCore
import VKMedia

/// Tells how far a run is, now and then.
final class ProgressReporter: Sendable {
  /// How it is told.
  enum Style: Sendable {
    /// A moving line.
    case terminal
    /// A line for a person each time.
    case line
    /// A JSON object a line.
    case json
    /// Not at all.
    case none
  }

  private let style: Style
  private let duration: Double?
  private let frameCount: Int?
  private let begin = ContinuousClock.now
  private let last = Locked<ContinuousClock.Instant?>(nil)

  init(_ style: Style, duration: Double?, frameCount: Int? = nil) {
    self.style = style
    self.duration = duration
    self.frameCount = frameCount
  }

  /// Tells that so many frames are done, unless that was told a moment ago.
  func update(frames: Int) {
    guard style != .none else { return }
    let now = ContinuousClock.now
    let pause = style == .terminal ? Duration.milliseconds(200) : .seconds(1)
    let isDue = last.withLock { last in
      if let last, now - last < pause { return false }
      last = now
      return true
    }
    if isDue { tell(progress(frames: frames)) }
  }

  /// Tells the end.
  func finish(frames: Int, dropped: Int, repeated: Int) {
    if style == .terminal { console.showProgress("") }
    var progress = progress(frames: frames)
    progress.dropped = dropped
    progress.repeated = repeated
    progress.isDone = true
    switch style {
    case .none: break
    case .terminal: console.info(progress.text)
    case .line, .json: tell(progress)
    }
  }

  private func progress(frames: Int) -> Progress {
    var progress = Progress(frames: frames, elapsed: (ContinuousClock.now - begin).seconds)
    progress.duration = duration
    if let duration, let frameCount, frameCount > 0 {
      progress.position = duration * min(1, Double(frames) / Double(frameCount))
    }
    return progress
  }

  private func tell(_ progress: Progress) {
    switch style {
    case .terminal: console.showProgress(progress.text)
    case .line: console.report(progress.text)
    case .json:
      // Numbers alone cannot fail to be encoded.
      if let text = try? jsonText(progress, pretty: false) { console.report(text) }
    case .none: break
    }
  }
}
