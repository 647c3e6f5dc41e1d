internal import VKCore
public import VKMedia
public import VKPipeline

extension Camera {
  /// Changes settings, all as one, without touching the graph: another size, rate, format or device.
  ///
  /// While the camera runs the change is made between two frames; times go on. When it cannot be made, the camera goes on
  /// as it was. Nothing when nothing changes.
  ///
  /// - Throws: `CameraError` when the new settings cannot be.
  public func reconfigure(_ change: (inout Settings) throws -> Void) async throws {
    var settings = settings
    try change(&settings)
    let changed = settings
    try await withCheckedThrowingContinuation { continuation in
      let runs = state.withLock { state -> Bool in
        guard state.isReading else { return false }
        state.pending.append(PendingChange(settings: changed, done: continuation))
        return true
      }
      guard !runs else { return }
      _ = WorkerThread { [self] in continuation.resume(with: Result { try make(changed) }) }
    }
  }

  /// Makes the changes that wait; whether there were any.
  func applyPending() -> Bool {
    let pending = state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
    for change in pending { change.done.resume(with: Result { try make(change.settings) }) }
    return !pending.isEmpty
  }

  /// Opens another device beside the one that runs, and goes on with it.
  ///
  /// - Returns: whether that was done; a device that is the one that runs, or busy, is left.
  private func changeDevice(_ settings: Settings) throws -> Bool {
    let (before, path) = state.withLock { ($0.settings, $0.session?.path) }
    guard settings.device != before.device || settings.position != before.position else {
      return false
    }
    do {
      let session = try finder.session(settings, patience: settings.patience)
      guard session.path != path else { return false }
      closeSession()
      reading.withLock { $0.excluded = [] }
      state.withLock { $0.settings = settings }
      try adopt(session)
      return true
    } catch let error as CameraError where error.code == .busy {
      return false
    }
  }

  /// Closes the device and opens what the settings say; what was before when that cannot be.
  private func make(_ settings: Settings) throws {
    if try changeDevice(settings) { return }
    let before = state.withLock { state in
      defer { state.settings = settings }
      return state.settings
    }
    do {
      try replaceSession()
    } catch {
      state.withLock { $0.settings = before }
      try replaceSession()
      throw error
    }
  }

  // MARK: Stills

  /// Takes the next frame as a picture, turned upright, while the camera runs; the stream is not held up.
  ///
  /// - Throws: `CameraError` when the camera does not run or is lost.
  public func capturePhoto() async throws -> Picture { try await photo(of: graphNode) }

  /// Takes the next frame as a picture behind a node of the camera's graph, while the camera runs.
  ///
  /// - Throws: `CameraError` when the camera does not run or is lost.
  public func capturePhoto(filteredBy node: some ImageNode) async throws -> Picture {
    try await photo(of: node.graphNode)
  }

  private func photo(of node: GraphNode) async throws -> Picture {
    guard pipeline.report != nil else { throw Self.notRunning }
    let output = PhotoOutput()
    node.connect(output)
    // A run that is just ending does not see consumers that come now.
    let watch = Task { [pipeline] in
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(500))
        if pipeline.report == nil { output.fail(Self.notRunning) }
      }
    }
    defer { watch.cancel() }
    let result = await output.result()
    try? await pipeline.edit { $0.remove(output) }
    return try result.get()
  }

  private static let notRunning = CameraError(
    .notRunning, "take a picture", "the camera does not run; start it first")
}

extension MovieWriter {
  /// Gets ready to write what a camera gives.
  ///
  /// - Parameters:
  ///   - path: where the movie goes.
  ///   - camera: the camera whose frames come.
  ///   - sound: what is recorded with the pictures, in step with them from the first one on.
  ///   - policy: whether the camera waits for a writer that is too slow, or frames are left out.
  ///   - options: how the movie is written.
  /// - Throws: `MediaError` when the output may not or cannot be made, or there is no encoder for it.
  public convenience init(
    _ path: String, like camera: Camera, sound: SoundInput? = nil, policy: LatePolicy = .keepAll,
    options: MovieWriterOptions = MovieWriterOptions()
  ) throws {
    var options = options
    options.latePolicy = policy
    if options.frameRate == nil { options.frameRate = camera.format.frameRate }
    sound?.count { [weak camera] in camera?.startTime }
    try self.init(path, sound: sound, options: options)
  }
}

/// Takes one frame.
final class PhotoOutput: ImageConsumer {
  private enum State {
    case waiting(CheckedContinuation<Result<Picture, any Error>, Never>?)
    case done(Result<Picture, any Error>)
  }

  private let state = Locked(State.waiting(nil))

  var acceptsStills: Bool { true }
  var latePolicy: LatePolicy { .dropLate }

  func prepare(for format: StreamFormat) throws -> PixelFormat { format.pixelFormat }

  func consume(_ frame: Frame) throws {
    end(.success(Picture(frame.pixelBuffer, orientation: frame.orientation ?? .up)))
  }

  func finish(error: (any Error)?) throws {
    end(
      .failure(
        error ?? CameraError(.notRunning, "take a picture", "the camera was stopped meanwhile")))
  }

  func fail(_ error: any Error) { end(.failure(error)) }

  /// The picture, once it is there.
  func result() async -> Result<Picture, any Error> {
    await withCheckedContinuation { continuation in
      let result = state.withLock { state -> Result<Picture, any Error>? in
        if case .done(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  /// The first call counts.
  private func end(_ result: Result<Picture, any Error>) {
    let waiter = state.withLock {
      state -> CheckedContinuation<Result<Picture, any Error>, Never>? in
      guard case .waiting(let waiter) = state else { return nil }
      state = .done(result)
      return waiter
    }
    waiter?.resume(returning: result)
  }
}
