import VKCamera
import VKCatalog
import VKCompute
import VKCore
import VKMedia
import VKPipeline
import VKPreview

extension Command {
  /// A camera through filters into a movie.
  static let capture = Command(
    name: "capture",
    summary: "Filter what a camera sees into a file, pipe or stream, until Ctrl-C.",
    usage: "[--camera N|PATH|NAME] [--size WxH] [--rate R] [-t TIME] [-vf CHAIN] [OPTIONS] OUT",
    options: Option.cameraOptions + [
      .listControls, .heldAs, .mirrored, .gravity, .windowSize, .chain, .duration, .format,
      .pixelFormat, .rate,
    ]
      + Option.colorOptions + Option.outputOptions.filter { !notForCameras.contains($0) }
      + [
        .device, .framesInFlight, .resizeOutput, .commands, .editScript, .linear, .unclamped,
        .strict, .statistics, .progress,
      ] + Option.talk + [.help],
    operands: 0...1
  ) { arguments in
    try arguments.applyLogLevel()
    if arguments.options.has(.listControls) { return try listControls(arguments) }
    if arguments.operands.isEmpty, !arguments.options.has(.preview) {
      throw Failure.usage("no output; name one, '-f null -' for none, or --preview for a window")
    }
    try await CaptureRun(arguments, to: arguments.operands.first).execute()
  }
}

/// What is of use only where streams are copied.
private let notForCameras: [Option] = [
  .map, .noAudio, .noSubtitles, .noData, .shortest, .mapMetadata, .mapChapters,
]

private func listControls(_ arguments: Arguments) throws {
  let camera = try Camera(try arguments.cameraSettings())
  try printData(camera.controls.map { describe($0) + "\n" }.joined())
}

/// One call of `capture`, its arguments understood.
private struct CaptureRun {
  private let arguments: Arguments
  private let output: String
  private let graph: FilterGraph
  private let cameraSettings: Camera.Settings
  private let orientation: Orientation?
  private let writerOptions: MovieWriterOptions
  private var settings: PipelineSettings
  private let progressStyle: ProgressReporter.Style
  private let commandPlace: String?
  private let script: EditScript?

  /// Checks all that can be checked before the camera is opened.
  ///
  /// Without an output there is a window alone.
  init(_ arguments: Arguments, to place: String?) throws {
    let output = place ?? "-"
    self.output = output
    if place != nil, arguments.options[.statistics] == "-", pipeDescriptor(output, standard: 1) == 1
    {
      throw Failure.usage("standard output cannot be both the output and --stats")
    }
    var arguments = arguments
    let chain = try arguments.filterChain()
    try chain.check(inputs: 1, numbers: false)
    let graph = FilterGraph(chain)
    self.graph = graph
    self.arguments = arguments
    cameraSettings = try arguments.cameraSettings()
    orientation = try arguments.orientation()
    _ = (try arguments.gravity(), try arguments.options.size(.windowSize))
    var options = try arguments.writerOptions()
    if place == nil { options.format = "null" }
    writerOptions = options
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
    let camera = try arguments.openCamera(cameraSettings, heldAs: orientation)
    var settings = settings
    settings.device = try arguments.device()
    let monitor = RunMonitor(isStrict: arguments.options.has(.strict), since: begin, camera: camera)
    {
      [camera.statistics.asRead]
    }
    let writer = try makeWriter(for: camera, monitor)
    let slots = graph.connect([0: camera])
    let pipeline = slots[slots.count - 1] --> writer
    let preview = try arguments.preview(title: "camera", settings: settings)
    preview?.show(slots, beside: arguments.operands.isEmpty ? nil : monitor) {
      camera.stop()
      pipeline.stop()
    }
    defer { preview?.close() }
    monitor.watch(pipeline)
    Interruption.onSignal {
      camera.stop()
      pipeline.stop()
      writer.stopWaiting()
      preview?.close()
    } lastMoment: {
      writer.cancel()
    }
    let reporter = ProgressReporter(progressStyle, duration: settings.endTime?.seconds)
    settings.progress = { reporter.update(frames: $0) }
    let commands = LiveCommands(
      graph, slots: slots, pipeline: pipeline, writer: writer, inputs: 1,
      replacesFiles: writerOptions.overwrite, monitor: monitor, camera: camera)
    settings.willFilter = { [script] in commands.perform(script, at: $0) && !writer.isComplete }
    takeSnapshots(by: commands)
    let socket = try commands.open(at: commandPlace)
    defer { socket?.remove() }

    let (report, failure) = try await pipeline.outcome(settings)
    withExtendedLifetime((camera, slots)) {}
    if let statistics = monitor.statistics(report) {
      reporter.finish(
        frames: statistics.framesOut, dropped: statistics.dropped.values.reduce(0, +),
        repeated: statistics.framesRepeated)
      try monitor.say(camera.statistics.losses + statistics.warnings)
      try statistics.write(to: arguments.options[.statistics])
    }
    if let failure { try end(by: failure) }
    if let code = Interruption.exitCode { throw Interrupted(code: code) }
  }

  private func makeWriter(for camera: Camera, _ monitor: RunMonitor) throws -> MovieWriter {
    var options = writerOptions
    options.willPublish = { try monitor.say(monitor.statistics()?.warnings ?? []) }
    let sound = try arguments.options[.sound].map { try SoundInput($0) }
    let writer = try MovieWriter(output, like: camera, sound: sound, options: options)
    try monitor.watch(writer)
    return writer
  }

  /// A still of the first picture where `--snapshot` is given, and of the next one for each SIGUSR1.
  private func takeSnapshots(by commands: LiveCommands) {
    let name = arguments.options[.snapshot]
    let count = Locked(0)
    let take: @Sendable () -> Void = {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let path = numbered(name ?? "snapshot.png", number)
      if case .failed(let message) = commands.answer(to: "snapshot \(path)") {
        console.error("snapshot \(path): \(message)")
      }
    }
    if name != nil { take() }
    Interruption.onUserSignal(take)
  }

  private func end(by failure: any Error) throws {
    let code = Interruption.exitCode
    if let error = failure as? MediaError, [.noFrames, .stopped].contains(error.code), let code {
      throw Interrupted(code: code)
    }
    throw failure
  }
}

/// The name of a still: the second one and on have their number before the extension.
private func numbered(_ path: String, _ number: Int) -> String {
  guard number > 1 else { return path }
  let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
  let dot = path[name...].lastIndex(of: ".") ?? path.endIndex
  return "\(path[..<dot])-\(number)\(path[dot...])"
}

extension Camera.Statistics {
  /// The same in the words of a movie's statistics.
  var asRead: MovieStatistics {
    var statistics = MovieStatistics()
    statistics.framesDecoded = framesCaptured
    statistics.copiesOnCPU = copiesOnCPU
    statistics.corruptPackets = damaged
    statistics.warnings = warnings
    return statistics
  }

  /// What did not come through, in words.
  fileprivate var losses: [String] {
    var losses: [String] = []
    if lostByDriver > 0 { losses.append("\(lostByDriver) frames were lost by the camera's driver") }
    if damaged > 0 { losses.append("\(damaged) damaged pictures were left out") }
    return losses
  }
}
