internal import VKCore
public import VKMedia
public import VKPipeline

/// A stream on a server: published from here, or played.
///
/// Thread-safe.
public final class LiveStream: Sendable {
  /// A part of a stream.
  public enum Track: Sendable {
    /// What is heard.
    case audio
  }

  /// What happened so far.
  public struct Statistics: Sendable {
    /// Frames that came from the source.
    public var framesIn = 0
    /// Frames that were encoded: once each, whatever the number of outputs.
    public var framesEncoded = 0
    /// Frames that were left out, by reason; `unsent` are those that were encoded and did not get through.
    public var dropped: [String: Int] = [:]
    /// Pictures that decoding can begin with.
    public var keyFrames = 0
    /// Bytes that were sent.
    public var bytesSent = 0
    /// Bits of pictures a second that the encoder aims at.
    public var bitRate = 0
    /// How often the connection was made again.
    public var reconnections = 0
    /// FFmpeg's name of the encoder.
    public var encoder = ""
    /// Whole pictures that the processor copied.
    public var copiesOnCPU = 0
    /// What the user should know.
    public var warnings: [String] = []
  }

  private struct State {
    var writer: LiveWriter?
    var network: (any ConnectionCounts)?
    var recording: RecordingOutput?
    var pipeline: Pipeline?
    var run: PipelineRun?
    /// What happened, once the run is over.
    var report: PipelineReport?
    var remote: RemoteStream?
    var isMuted = false
    var isPaused = false
  }

  /// A place for a filter between the source and the encoder, exchangeable while the stream is published.
  public let filter = FilterSlot()
  private let transport: any StreamTransport
  private let options: StreamOptions
  private let url: String
  private let board = StatusBoard(StreamStatus.pending)
  private let state = Locked(State())

  init(_ transport: any StreamTransport, _ options: StreamOptions, url: String) {
    self.transport = transport
    self.options = options
    self.url = url
  }

  /// The status now, and every change.
  public var statuses: AsyncStream<StreamStatus> { board.statuses }
  /// The status now.
  public var status: StreamStatus { board.current }
  /// The pictures of a stream that is played, to be connected to filters and consumers; nil before.
  public var source: MovieFile? { state.withLock { $0.remote?.movie } }

  /// What has happened so far.
  public var stats: Statistics {
    let state = state.withLock { $0 }
    var statistics = Statistics()
    guard let counts = state.writer?.statistics else { return statistics }
    statistics.framesIn = counts.framesReceived
    statistics.framesEncoded = counts.framesEncoded
    statistics.keyFrames = counts.keyFrames
    statistics.bitRate = counts.bitRate
    statistics.encoder = counts.encoder
    statistics.copiesOnCPU = counts.copiesOnCPU
    statistics.warnings = counts.warnings
    statistics.dropped["paused"] = counts.framesPaused
    let report = state.report ?? state.pipeline?.report
    let own = report?.consumers.first {
      $0.consumer == state.writer.map(ObjectIdentifier.init)
    }
    for (reason, count) in own?.dropped ?? [:] { statistics.dropped[reason.rawValue] = count }
    statistics.dropped[DropReason.nonMonotonicTimestamp.rawValue, default: 0] +=
      counts.framesDropped
    if let network = state.network {
      statistics.bytesSent = network.bytesSent
      statistics.reconnections = max(network.connections - 1, 0)
      statistics.dropped["unsent"] = network.dropped
    }
    statistics.dropped = statistics.dropped.filter { $0.value > 0 }
    return statistics
  }

  /// Puts silence in the sound's place.
  public func mute(_ track: Track) { setMuted(true) }
  /// Lets the sound be heard again.
  public func unmute(_ track: Track) { setMuted(false) }

  private func setMuted(_ isMuted: Bool) {
    state.withLock { state in
      state.isMuted = isMuted
      state.writer?.isMuted = isMuted
    }
  }

  /// Whether no pictures are sent; time goes on, and the sound with it.
  public var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      state.withLock { state in
        state.isPaused = newValue
        state.writer?.isPaused = newValue
      }
    }
  }

  // MARK: Publishing

  /// Sends the source's frames to the server until `stop`, or until the source ends; a source that does not run is started.
  ///
  /// Returns once the server takes the stream. Where the session reconnects, returns as well when it cannot be reached yet.
  /// - Throws: `StreamError` when the server does not take it.
  public func publish() async throws {
    do {
      try await begin()
    } catch {
      let error = StreamError(error, doing: "publish \(url)")
      board.post(.failed(error), isLast: true)
      throw error
    }
    let first = await board.first { $0 != .pending }
    if case .failed(let error) = first {
      await end()
      throw error
    }
  }

  private func begin() async throws {
    guard let source = options.source else {
      throw StreamError(.usage, "publish \(url)", "the stream has no source")
    }
    guard state.withLock({ $0.writer == nil && $0.remote == nil }) else {
      throw StreamError(.usage, "publish \(url)", "it is being published or played already")
    }
    let sound = try makeSound()
    let publisher = try await transport.publisher(
      options.name,
      PublishedTracks(hasSound: sound != nil, pictures: options.encoding.pictureCodec)
    ) {
      [board] status in
      switch status {
      case .failed, .stopped: board.post(status, isLast: true)
      default: board.post(status)
      }
    }
    let recording = try options.recording.map {
      try RecordingOutput($0, overwrite: options.overwritesRecording)
    }
    let receivers = [publisher] + (recording.map { [$0] } ?? [])
    let writer = try LiveWriter(receivers, sound: sound, options: options.encoding)
    let pipeline =
      switch source {
      case .node(let node): connect(node, to: filter) --> writer
      case .source(let source): connect(source, to: filter) --> writer
      }
    state.withLock { state in
      (state.writer, state.recording, state.pipeline) = (writer, recording, pipeline)
      state.network = publisher as? any ConnectionCounts
      (writer.isMuted, writer.isPaused) = (state.isMuted, state.isPaused)
    }
    if case .device(let input) = sound { input.count { [weak pipeline] in pipeline?.startTime } }
    let run = try pipeline.begin(options.settings)
    state.withLock { $0.run = run }
    Task { [board, state] in
      let outcome = await run.outcome()
      state.withLock { $0.report = outcome.report }
      // The source's end is the stream's; what went wrong in between is no end by will.
      if let failure = outcome.failure {
        board.post(.failed(StreamError(failure, doing: "publish")), isLast: true)
      } else {
        board.post(.stopped, isLast: true)
      }
    }
  }

  private func makeSound() throws -> LiveSound? {
    switch options.audio {
    case .none: nil
    case .defaultInput: .device(try SoundInput())
    case .device(let name): .device(try SoundInput(name))
    case .silence: .device(try SoundInput("lavfi:anullsrc=r=48000:cl=stereo,arealtime"))
    case .movie(let movie): .movie(movie)
    case .file(let path):
      .file(try StreamSource(path, options: .repeating))
    }
  }

  /// Ends the stream: what was sent is complete, and so is the recording.
  ///
  /// The source goes on where it feeds others.
  ///
  /// - Throws: `StreamError` when the recording could not be completed.
  public func stop() async throws {
    let remote = state.withLock { $0.remote }
    await remote?.stop()
    await end()
    board.post(.stopped, isLast: true)
    if case .failure(let error) = state.withLock({ $0.recording })?.outcome {
      throw StreamError(error, doing: "record")
    }
  }

  private func end() async {
    let (writer, pipeline) = state.withLock { ($0.writer, $0.pipeline) }
    guard let writer, let pipeline else { return }
    try? await pipeline.edit { $0.remove(writer) }
    // Where no run is left to end the writer, nobody else does.
    while !writer.isFinished {
      if pipeline.report == nil { try? writer.finish(error: nil) }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Takes the unfinished recording away, from any thread.
  package func discardRecording() { state.withLock { $0.recording }?.discard() }

  /// What encodes.
  package var consumer: ObjectIdentifier? {
    state.withLock { $0.writer.map(ObjectIdentifier.init) }
  }

  /// Waits for the end of the run that publishes.
  package func outcome() async -> (report: PipelineReport, failure: (any Error)?)? {
    await state.withLock { $0.run }?.outcome()
  }

  /// What publishes.
  package var pipeline: Pipeline? { state.withLock { $0.pipeline } }

  // MARK: Playing

  /// Receives the stream; its pictures and sound are in `source`.
  ///
  /// - Throws: `StreamError` when there is no such stream, within seconds.
  @discardableResult
  public func play() async throws -> MovieFile {
    do {
      let remote = try await transport.player(options.name, options: options.reading) {
        [board] in board.post($0)
      }
      state.withLock { $0.remote = remote }
      return remote.movie
    } catch {
      let error = StreamError(error, doing: "play \(url)")
      board.post(.failed(error), isLast: true)
      throw error
    }
  }
}

private func connect(_ node: some ImageNode, to slot: FilterSlot) -> FilterSlot { node --> slot }
private func connect(_ source: some ImageSource, to slot: FilterSlot) -> FilterSlot {
  source --> slot
}

extension MovieOptions {
  /// A file that is read again and again.
  fileprivate static var repeating: MovieOptions {
    var options = MovieOptions()
    options.repeats = .max
    return options
  }
}
