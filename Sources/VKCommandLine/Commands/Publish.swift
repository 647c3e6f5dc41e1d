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
    for option in [.rate, .pixelFormat, .startNumber] + Option.colorOptions
    where arguments.options.has(option) {
      throw Failure.usage("option \(option.name) is for an input here; write it before -i")
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

  /// What a run is made of once all is open.
  private struct Parts {
    let session: StreamSession
    let stream: LiveStream
    let source: Source
    let slots: [FilterSlot]
    let settings: PipelineSettings
    let reporter: ProgressReporter
    /// What changes the run; nil before the server takes the stream.
    let commands: Locked<LiveCommands?>
  }

  func execute() async throws {
    let begin = ContinuousClock.now
    let parts = try await open()
    let (stream, source) = (parts.stream, parts.source)
    Interruption.onSignal {
      source.stop()
      stream.pipeline?.stop()
    } lastMoment: {
      stream.discardRecording()
    }
    try await connect(parts.session)
    let watches = [
      watch(stream), watch(parts.session), Task { await stop(source, whenOver: stream) },
    ]
    defer { for watch in watches { watch.cancel() } }
    try await stream.publish()
    let monitor = RunMonitor(
      isStrict: arguments.options.has(.strict), since: begin, camera: source.camera
    ) { [source.statistics] }
    try await follow(parts, monitor)
  }

  /// Reaches for the source and makes the stream, before any server is asked.
  private func open() async throws -> Parts {
    var sessionOptions = session
    sessionOptions.format = arguments.options[.format]
    sessionOptions.overwrites = arguments.options.has(.overwrite)
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
    let slots = graph.connect([graph.mainSource: source.graphSource])
    let reporter = ProgressReporter(progressStyle, duration: settings.endTime?.seconds)
    settings.progress = { reporter.update(frames: $0) }
    let commands = Locked<LiveCommands?>(nil)
    settings.willFilter = { [script] time in
      commands.withLock { $0 }?.perform(script, at: time) ?? true
    }
    let stream = try session.createStream(
      try streamOptions(of: source, slots[slots.count - 1], settings))
    return Parts(
      session: session, stream: stream, source: source, slots: slots, settings: settings,
      reporter: reporter, commands: commands)
  }

  /// Shows and changes what is published until it ends.
  private func follow(_ parts: Parts, _ monitor: RunMonitor) async throws {
    guard let pipeline = parts.stream.pipeline else { return }
    try monitor.watch(parts.stream)
    monitor.watch(pipeline)
    let preview = try arguments.preview(title: parts.session.url, settings: parts.settings)
    preview?.show(parts.slots, beside: monitor) {
      parts.source.stop()
      pipeline.stop()
    }
    let guest = try await played(in: parts.session, parts.settings)
    let live = LiveCommands(
      graph, slots: parts.slots, pipeline: pipeline, writer: parts.stream, inputs: 1,
      replacesFiles: arguments.options.has(.overwrite), monitor: monitor,
      camera: parts.source.camera)
    parts.commands.withLock { $0 = live }
    let socket = try live.open(at: commandPlace)
    defer { socket?.remove() }
    guard let (report, failure) = await parts.stream.outcome() else { return }
    preview?.close()
    await guest?.end()
    try await end(parts, monitor, report, failure)
  }

  private func openSource() async throws -> Source {
    guard let input = arguments.inputs.first else {
      return .camera(try arguments.openCamera(cameraSettings, heldAs: orientation))
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
    _ parts: Parts, _ monitor: RunMonitor, _ report: PipelineReport, _ failure: (any Error)?
  ) async throws {
    let status = parts.stream.status
    let stopped = await Result.catching { try await parts.stream.stop() }
    await parts.session.disconnect()
    if case .movie(let opened) = parts.source { await opened.close() }
    if let statistics = monitor.statistics(report) {
      parts.reporter.finish(
        frames: statistics.framesOut, dropped: statistics.dropped.values.reduce(0, +), repeated: 0)
      try monitor.say(statistics.warnings)
      try statistics.write(to: arguments.options[.statistics])
    }
    try stopped.get()
    if let code = Interruption.exitCode { throw Interrupted(code: code) }
    if case .failed(let error) = status { throw error }
    if let failure { throw failure }
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
