import VKCamera
import VKCatalog
import VKCompute
import VKCore
import VKMedia
import VKPipeline
import VKPreview
import VKStream

extension Command {
  /// A camera or a movie through filters to a media server.
  static let publish = Command(
    name: "publish",
    summary: "Send a camera, or a file, through filters to a media server or a player.",
    usage: "[--camera N|PATH|NAME | -re -i IN] [-vf CHAIN] [OPTIONS] URL",
    options: [.input] + Option.inputOptions
      + Option.cameraOptions.filter { $0 != .sound && $0 != .snapshot }
      + [.heldAs, .mirrored, .gravity, .windowSize, .chain]
      + [.streamSound, .silence, .noAudio, .recording, .overwrite, .keep]
      + Option.serverOptions
      + [
        .alsoPlayed, .description, .videoEncoder, .bitRate, .preset, .keyInterval, .audioEncoder,
        .audioBitRate,
        .frameLimit,
        .device, .framesInFlight, .commands, .editScript, .linear, .unclamped, .strict, .statistics,
        .progress,
      ] + Option.talk + [.help],
    operands: 1...1, needsInput: false
  ) { arguments in
    try arguments.applyLogLevel()
    try await publishStream(arguments, to: arguments.operands[0])
  }
}

/// Publishes what the arguments name.
func publishStream(_ arguments: Arguments, to url: String) async throws {
  try await PublishRun(arguments, to: url).execute()
}

/// One call of `publish`, its arguments understood.
private struct PublishRun {
  /// What pictures come from.
  private enum Source {
    case camera(Camera)
    case movie(OpenedMovie)

    var graphSource: any GraphSource {
      switch self {
      case .camera(let camera): camera
      case .movie(let opened): opened.movie
      }
    }

    var format: StreamFormat {
      switch self {
      case .camera(let camera): camera.format
      case .movie(let opened): opened.movie.format
      }
    }

    /// What was read so far, in the words of a movie's statistics.
    var statistics: MovieStatistics {
      switch self {
      case .camera(let camera): camera.statistics.asRead
      case .movie(let opened): opened.movie.statistics
      }
    }

    var camera: Camera? {
      if case .camera(let camera) = self { camera } else { nil }
    }

    func stop() {
      switch self {
      case .camera(let camera): camera.stop()
      case .movie(let opened): opened.movie.stop()
      }
    }
  }

  private let arguments: Arguments
  private let url: String
  private let graph: FilterGraph
  private let session: StreamSessionOptions
  private let name: String?
  private let encoding: LiveEncoding
  private let cameraSettings: Camera.Settings
  private let orientation: Orientation?
  private var settings: PipelineSettings
  private let progressStyle: ProgressReporter.Style
  private let commandPlace: String?
  private let script: EditScript?

  /// Checks all that can be checked before anything is opened.
  init(_ arguments: Arguments, to url: String) throws {
    self.url = url
    var arguments = arguments
    let chain = try arguments.filterChain()
    try chain.check(inputs: 1, numbers: false)
    let graph = FilterGraph(chain)
    self.graph = graph
    self.arguments = arguments
    guard arguments.inputs.count <= 1 else {
      throw Failure.usage("one input is published; let 'run' put several together")
    }
    if !arguments.inputs.isEmpty, arguments.options.has(.camera) {
      throw Failure.usage("-i and --camera exclude each other")
    }
    if arguments.options.has(.silence), arguments.options.has(.streamSound) {
      throw Failure.usage("--silence and --audio exclude each other")
    }
    if !arguments.options.has(.preview) {
      try arguments.refuseWindowOptions(because: "there is no --preview")
    }
    (session, name) = try arguments.sessionOptions()
    if arguments.options.has(.alsoPlayed), name == nil {
      throw Failure.usage("--play wants --name: the address is that of the server then")
    }
    encoding = try arguments.liveEncoding()
    cameraSettings = try arguments.cameraSettings()
    orientation = try arguments.orientation()
    settings = try arguments.pipelineSettings()
    try arguments.limit(&settings, from: .zero)
    progressStyle = try arguments.progressStyle()
    commandPlace = try arguments.commandPlace()
    script = try arguments.options[.editScript].map {
      try EditScript($0, graph: graph, inputs: 1)
    }
  }

  func execute() async throws {
    let begin = ContinuousClock.now
    var sessionOptions = session
    sessionOptions.format = arguments.options[.format]
    if let path = arguments.options[.description] {
      sessionOptions.describe = { text in
        do { try WholeFile(path).write(text) } catch {
          console.error("\(path): the description cannot be written: \(error)")
        }
      }
    }
    let session = StreamSession(url: url, options: sessionOptions)
    hideProcessWords()
    let source = try await openSource()
    var settings = settings
    settings.device = try arguments.device()
    let monitor = RunMonitor(isStrict: arguments.options.has(.strict), since: begin) {
      [source.statistics]
    }
    let slots = graph.connect([graph.mainSource: source.graphSource])
    let reporter = ProgressReporter(progressStyle, duration: settings.endTime?.seconds)
    settings.progress = { reporter.update(frames: $0) }
    let commands = Locked<LiveCommands?>(nil)
    settings.willFilter = { [script] time in
      commands.withLock { $0 }?.perform(script, at: time) ?? true
    }
    let stream = try session.createStream(
      try streamOptions(of: source, slots[slots.count - 1], settings))
    Interruption.onSignal {
      source.stop()
      stream.pipeline?.stop()
    } lastMoment: {
    }
    try await connect(session)
    let streamWatch = watch(stream)
    let sessionWatch = watch(session)
    defer {
      streamWatch.cancel()
      sessionWatch.cancel()
    }
    try await stream.publish()
    guard let pipeline = stream.pipeline else { return }
    try monitor.watch(stream)
    monitor.watch(pipeline)
    let preview = try arguments.preview(title: session.url, settings: settings)
    preview?.show(slots, beside: monitor) {
      source.stop()
      pipeline.stop()
    }
    let guest = try await played(in: session, settings)
    let live = LiveCommands(
      graph, slots: slots, pipeline: pipeline, writer: stream, inputs: 1,
      replacesFiles: arguments.options.has(.overwrite), monitor: monitor, camera: source.camera)
    commands.withLock { $0 = live }
    let socket = try live.open(at: commandPlace)
    defer { socket?.remove() }
    let ending = Task { await stop(source, whenOver: stream) }
    defer { ending.cancel() }
    guard let (report, failure) = await stream.outcome() else { return }
    preview?.close()
    await guest?.end()
    try await end(stream, of: source, session, monitor, reporter, report, failure)
  }

  private func openSource() async throws -> Source {
    guard let input = arguments.inputs.first else {
      let camera = try Camera(cameraSettings)
      camera.alwaysDiscardsLateVideoFrames = false
      if let orientation { camera.orientation = orientation }
      let format = camera.format
      let rate = format.frameRate.map { ", \($0.0)/\($0.1) frames a second" } ?? ""
      console.note(
        "camera \(camera.path ?? ""): \(camera.fourCC?.description ?? "") \(format.size)\(rate)")
      return .camera(camera)
    }
    let opened = try await OpenedMovie(
      input.path, options: try arguments.movieOptions(0), arguments)
    try arguments.checkFormat(of: opened.movie.format)
    return .movie(opened)
  }

  private func streamOptions(
    of source: Source, _ node: FilterSlot, _ settings: PipelineSettings
  ) throws -> StreamOptions {
    var options = StreamOptions(name: name, source: node)
    options.encoding = encoding
    // Networks never hold the encoder up; what a busy machine does is made good by what the camera keeps.
    options.encoding.latePolicy = .keepAll
    options.recording = arguments.options[.recording]
    options.overwritesRecording = arguments.options.has(.overwrite)
    options.settings = settings
    if arguments.options.has(.noAudio) { return options }
    if arguments.options.has(.silence) {
      options.audio = .silence
    } else if let name = arguments.options[.streamSound] {
      options.audio = name == "default" ? .defaultInput : .named(name)
    } else if case .movie(let opened) = source {
      options.audio = .movie(opened.movie)
    }
    return options
  }

  /// The stream that is shown beside the one that is published.
  private struct Guest {
    let stream: LiveStream
    let pipeline: Pipeline
    let window: PreviewWindow

    func end() async {
      pipeline.stop()
      try? await stream.stop()
      window.close()
    }
  }

  private func played(
    in session: StreamSession, _ settings: PipelineSettings
  ) async throws -> Guest? {
    guard let name = arguments.options[.alsoPlayed] else { return nil }
    let stream = try session.createStream(StreamOptions(name: name))
    let movie: MovieFile
    do { movie = try await stream.play() } catch {
      console.warning(Failure(error).message)
      return nil
    }
    let window = try PreviewWindow(
      title: name, size: try arguments.options.size(.windowSize),
      gravity: try arguments.gravity(), pacing: .arrival, device: settings.device)
    let pipeline = movie --> window
    window.onClose {
      movie.stop()
      pipeline.stop()
    }
    var own = PipelineSettings()
    own.device = settings.device
    Task { [own] in
      do { try await pipeline.run(own) } catch {
        console.warning("\(name): \(Failure(error).message)")
      }
      window.close()
    }
    return Guest(stream: stream, pipeline: pipeline, window: window)
  }

  /// Reaches the server; one that may come back is waited for.
  private func connect(_ session: StreamSession) async throws {
    var backOff = BackOff()
    while true {
      do { return try await session.connect() } catch {
        guard let failure = error as? StreamError,
          [.unreachable, .timeout, .dropped].contains(failure.code),
          self.session.reconnects, Interruption.exitCode == nil
        else { throw error }
        console.warning("\(failure.description); trying again")
        try await Task.sleep(for: .seconds(backOff.next()))
      }
    }
  }

  /// Says how the stream fares.
  private func watch(_ stream: LiveStream) -> Task<Void, Never> {
    Task {
      for await status in stream.statuses {
        switch status {
        case .unpublished: console.warning("the server does not have the stream; trying again")
        case .notEnoughBandwidth: console.warning("less gets through than is sent")
        case .publishing: console.info("publishing")
        default: break
        }
      }
    }
  }

  /// Says why a connection is lost that is made again.
  private func watch(_ session: StreamSession) -> Task<Void, Never> {
    Task { [reconnects = self.session.reconnects] in
      for await status in session.statuses {
        if case .disconnected(let reason) = status, reconnects { console.warning(reason) }
      }
    }
  }

  /// Ends the source when the server has ended the stream.
  private func stop(_ source: Source, whenOver stream: LiveStream) async {
    for await status in stream.statuses {
      if case .failed = status {
        source.stop()
        stream.pipeline?.stop()
      }
    }
  }

  private func end(
    _ stream: LiveStream, of source: Source, _ session: StreamSession, _ monitor: RunMonitor,
    _ reporter: ProgressReporter, _ report: PipelineReport, _ failure: (any Error)?
  ) async throws {
    let status = stream.status
    let stopped = await Result.catching { try await stream.stop() }
    await session.disconnect()
    if case .movie(let opened) = source { await opened.close() }
    if let statistics = monitor.statistics(report) {
      reporter.finish(
        frames: statistics.framesOut, dropped: statistics.dropped.values.reduce(0, +), repeated: 0)
      try monitor.say(statistics.warnings)
      try statistics.write(to: arguments.options[.statistics])
    }
    if case .failed(let error) = status { throw error }
    try stopped.get()
    if let failure { throw failure }
    if let code = Interruption.exitCode { throw Interrupted(code: code) }
    if report.framesIn == 0 { throw Failure(.badData, "no picture came; nothing was published") }
  }
}

extension StreamAudio {
  /// A file where there is one of that name, else a device.
  fileprivate static func named(_ name: String) -> StreamAudio {
    isRegularFile(name) ? .file(name) : .device(name)
  }
}

extension Result where Failure == any Error {
  /// The result of work that may throw.
  static func catching(_ body: () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
