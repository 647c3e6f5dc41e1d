package import VKCore
internal import VKMedia
package import VKPipeline

extension Camera {
  package var isLive: Bool { true }
  package var dropsLate: Bool { alwaysDiscardsLateVideoFrames }
  /// To keep all, half a second's frames may wait.
  package var queueCapacity: Int { alwaysDiscardsLateVideoFrames ? 2 : 15 }
  package var frameRate: (Int32, Int32)? { state.withLock { $0.session }?.frameRate }
  package var fieldOrder: FieldOrder {
    state.withLock { $0.session }?.fieldOrder ?? .progressive
  }

  package var lost: [DropReason: Int] {
    let statistics = statistics
    return [.lostByDriver: statistics.lostByDriver, .damaged: statistics.damaged]
      .filter { $0.value > 0 }
  }

  package func start(memory pool: DeviceMemoryPool) throws {
    try begin(.engine(pool))
  }

  package func rehearsal() throws -> Frame? {
    let (session, memory) = state.withLock { ($0.session, $0.memory) }
    guard let memory, let buffer = try session?.rehearsal(memory) else { return nil }
    return stamped(buffer, time: .zero, of: session)
  }

  /// Begins to stream; waits for a stream before this one to end.
  func begin(_ memory: CaptureMemory) throws {
    let isFree: Void? = state.wait(seconds: 10) { state in
      guard !state.isReading else { return nil }
      state.isReading = true
      state.memory = memory
      state.failure = nil
      // What stopped a stream before this one does not stop this one.
      if state.hasBegun, state.stop.isRaised { state.stop = StopSignal() }
      state.hasBegun = true
      return ()
    }
    guard isFree != nil else {
      throw CameraError(.busy, "start the camera", "it is being read already")
    }
    do {
      reading.withLock { $0 = Reading() }
      if let session = state.withLock({ $0.session }) {
        try session.start(memory)
      } else {
        try reopen()
      }
    } catch {
      close()
      throw error
    }
  }

  /// Opens the device anew and, while frames are read, goes on with it.
  func reopen(at path: String? = nil) throws {
    var (settings, stop) = state.withLock { ($0.settings, $0.stop) }
    if let path { settings.device = path }
    try adopt(
      try finder.session(
        settings, excluding: reading.withLock { $0.excluded }, patience: settings.patience
      ) { stop.isRaised })
  }

  /// Goes on with another session.
  func adopt(_ session: CaptureSession) throws {
    note(session)
    if let memory = state.withLock({ $0.isReading ? $0.memory : nil }) { try session.start(memory) }
    state.withLock { $0.session = session }
    reading.withLock { reading in
      reading.clock.restart()
      reading.gaps.restart()
      (reading.framesOfSession, reading.brokenInARow) = (0, 0)
    }
  }

  /// Lets go of the device and opens what the settings say now.
  func replaceSession() throws {
    closeSession()
    reading.withLock { $0.excluded = [] }
    try reopen()
  }

  /// Lets go of the device.
  func closeSession() {
    let session = state.withLock { state in
      state.copies += state.session?.copies ?? 0
      state.statistics.memory = state.session?.place ?? state.statistics.memory
      defer { state.session = nil }
      return state.session
    }
    session?.close()
  }

  package func stop() { state.withLock { $0.stop }.raise() }

  package func close() {
    closeSession()
    let pending = state.signal { state in
      (state.isReading, state.memory) = (false, nil)
      defer { state.pending = [] }
      return state.pending
    }
    for change in pending {
      change.done.resume(
        throwing: CameraError(.notRunning, "change the camera", "it was stopped meanwhile"))
    }
  }

  package func nextFrame() throws -> Frame? {
    if !state.withLock({ $0.isReading }) { try begin(.heap) }
    var heard = ContinuousClock.now
    while true {
      let stop = state.withLock { $0.stop }
      guard !stop.isRaised else { return nil }
      if applyPending() { heard = .now }
      do {
        switch try step(stop, since: heard) {
        case .frame(let frame): return frame
        case .nothing: continue
        case .another: heard = .now
        case .end: return nil
        }
      } catch let error as CameraError {
        guard try comesBack(after: error, stop) else { return nil }
        heard = .now
      }
    }
  }

  /// What came of waiting for the device.
  private enum Step {
    case frame(Frame)
    case nothing
    /// Another device or format begins.
    case another
    case end
  }

  /// Waits for the device, which has been silent since a moment.
  ///
  /// It lets go of the session when it returns: a device that is lost must be closed before it can come back.
  private func step(_ stop: StopSignal, since heard: ContinuousClock.Instant) throws -> Step {
    let (session, timeout) = state.withLock { ($0.session, $0.settings.timeout) }
    guard let session else { return .end }
    switch try session.next(wake: stop.descriptor, seconds: min(0.25, timeout)) {
    case .picture(let buffer, let filled): return .frame(frame(buffer, filled, of: session))
    case .damaged(let filled):
      note(damaged: filled)
      return try replaceBrokenFormat(of: session) ? .another : .nothing
    case .nothing where ContinuousClock.now - heard > .seconds(timeout):
      throw CameraError(
        .timeout, "read \(session.path)",
        "no frames from the camera for \(rateText(timeout)) s; is it plugged in and not covered by another program?"
      )
    case .nothing: return .nothing
    }
  }

  /// A picture with its time.
  private func frame(
    _ buffer: PixelBuffer, _ filled: FilledBuffer, of session: CaptureSession
  ) -> Frame {
    let host = monotonicMicroseconds()
    let (time, lost, corrections) = reading.withLock { reading in
      reading.brokenInARow = 0
      reading.framesOfSession += 1
      return (
        reading.clock.time(driver: filled.time, host: host),
        reading.gaps.lost(before: filled.sequence), reading.clock.corrections
      )
    }
    state.withLock { state in
      state.statistics.framesCaptured += 1
      state.statistics.lostByDriver += lost
      state.statistics.clockCorrections = corrections
      if state.startTime == nil {
        state.startTime = MediaTime(value: filled.time ?? host, timescale: 1_000_000)
      }
    }
    var frame = stamped(buffer, time: time, of: session)
    frame.fieldOrder = FieldOrder(field: filled.field, isNTSC: buffer.size.height == 480)
    return frame
  }

  private func stamped(_ buffer: PixelBuffer, time: MediaTime, of session: CaptureSession?) -> Frame
  {
    let duration = session?.frameRate.flatMap {
      MediaTime(ticks: 1, numerator: $0.1, denominator: $0.0)
    }
    var frame = Frame(buffer, time: time, duration: duration)
    frame.fieldOrder = session?.fieldOrder ?? .progressive
    frame.orientation = orientation
    return frame
  }

  private func note(damaged filled: FilledBuffer) {
    let lost = reading.withLock { reading in
      reading.brokenInARow += 1
      return reading.gaps.lost(before: filled.sequence)
    }
    state.withLock { state in
      state.statistics.damaged += 1
      state.statistics.lostByDriver += lost
    }
  }

  /// A format that gives nothing whole from the beginning on is given up for the next one that the camera has.
  private func replaceBrokenFormat(of session: CaptureSession) throws -> Bool {
    let isUseless = reading.withLock { $0.framesOfSession == 0 && $0.brokenInARow >= 10 }
    guard isUseless else { return false }
    reading.withLock { _ = $0.excluded.insert(session.setting.fourCC) }
    warn("\(session.setting.fourCC) gives no whole picture; another format is taken")
    closeSession()
    try reopen()
    return true
  }

  /// What becomes of a camera that is lost: an error, unless it is to be waited for; false when the wait was stopped.
  private func comesBack(after error: CameraError, _ stop: StopSignal) throws -> Bool {
    let isLost = [.disconnected, .timeout, .io].contains(error.code)
    guard isLost, state.withLock({ $0.settings.reconnects }) else {
      state.withLock { $0.failure = error }
      throw error
    }
    warn("the camera was lost (\(error.detail)) and is waited for")
    let identity = state.withLock { $0.session?.identity }
    closeSession()
    while !stop.isRaised {
      if try isBack(identity) {
        state.withLock { $0.statistics.reconnections += 1 }
        return true
      }
      stop.sleep(.milliseconds(250))
    }
    return false
  }

  /// Goes on with the device where it was, or with the same one plugged in under another number; false while it is away.
  private func isBack(_ identity: DeviceIdentity?) throws -> Bool {
    do {
      try reopen()
      return true
    } catch is CameraError {
      guard let identity, let path = finder.path(of: identity) else { return false }
      do {
        try reopen(at: path)
        return true
      } catch is CameraError {
        return false
      }
    }
  }
}
