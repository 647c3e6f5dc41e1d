import VKCatalog
import VKCompute
import VKCore
import VKMedia
import VKPipeline
import VKPreview

extension Command {
  /// A movie through filters into a movie.
  static let run = Command(
    name: "run", summary: "Filter a file, pipe, stream or sequence of pictures into another.",
    usage: "[INPUT OPTIONS] -i IN [-i IN2 …] [-vf CHAIN] [OPTIONS] OUT",
    options: [.input] + Option.inputOptions + [.chain, .graph] + Option.outputOptions
      + Option.runOptions
      + Option.talk + [.help],
    operands: 1...1
  ) { arguments in
    try arguments.applyLogLevel()
    try await MovieRun(arguments, to: arguments.operands[0]).execute()
  }
}

extension Option {
  fileprivate static let runOptions = [
    device, framesInFlight, timestamps, preview, gravity, windowSize, resizeOutput, commands,
    editScript, protocolOption, noAutorotate, linear, unclamped, strict, statistics, progress,
  ]
}

/// One call of `run`, its arguments understood.
struct MovieRun {
  private let arguments: Arguments
  /// The first input where it is open already: a live stream.
  private let opened: MovieFile?
  private let output: String
  private let graph: FilterGraph
  private let isStill: Bool
  private let writerOptions: MovieWriterOptions
  private var settings: PipelineSettings
  private let progressStyle: ProgressReporter.Style
  private let commandPlace: String?
  private let script: EditScript?

  /// Checks all that can be checked before anything is opened.
  ///
  /// - Parameters:
  ///   - arguments: the words after the command.
  ///   - output: where the movie goes.
  ///   - isStill: whether one picture is taken out of each input.
  ///   - opened: the first input where it is open already.
  /// - Throws: `Failure` or `FilterError` that names the culprit.
  init(
    _ arguments: Arguments, to output: String, isStill: Bool = false, opened: MovieFile? = nil
  ) throws {
    self.opened = opened
    self.output = output
    if arguments.options[.statistics] == "-", pipeDescriptor(output, standard: 1) == 1 {
      throw Failure.usage("standard output cannot be both the output and --stats")
    }
    var arguments = arguments
    let graph = try arguments.filterGraph()
    self.arguments = arguments
    self.graph = graph
    self.isStill = isStill
    if !arguments.options.has(.preview) {
      try arguments.refuseWindowOptions(because: "there is no --preview")
    }
    _ = try arguments.streamSelectors()
    for index in arguments.inputs.indices { _ = try arguments.movieOptions(index) }
    var writer = try arguments.writerOptions()
    if isStill {
      (writer.copiesAudio, writer.copiesSubtitles, writer.copiesData) = (false, false, false)
    }
    writerOptions = writer
    settings = try arguments.pipelineSettings()
    progressStyle = try arguments.progressStyle()
    commandPlace = try arguments.commandPlace()
    script = try arguments.options[.editScript].map {
      try EditScript($0, graph: graph, inputs: arguments.inputs.count)
    }
  }

  func execute() async throws {
    let begin = ContinuousClock.now
    let inputs = try RunInputs(arguments, graph: graph, isStill: isStill, opened: opened)
    guard let movie = inputs.sources[graph.mainSource] else {
      throw Failure.usage("no input; name one with -i")
    }
    let movies = inputs.sources.sorted { $0.key < $1.key }.map(\.value)
    try arguments.checkFormat(of: movie.format)
    for conversion in movies.compactMap(\.conversion) { console.info("converts \(conversion)") }
    let format = movie.format
    let taken = format.colorSpace.assumptions(for: format.pixelFormat, size: format.size)
    if !taken.isEmpty { console.debug("takes \(taken.joined(separator: ", "))") }
    var settings = settings
    settings.device = try arguments.device()
    if inputs.sources.count > 1 || arguments.isRetimed {
      try arguments.limit(&settings, from: movie.beginning)
    }
    let monitor = RunMonitor(isStrict: arguments.options.has(.strict), since: begin) {
      movies.map(\.statistics)
    }
    let preview = try arguments.preview(title: output, settings: settings)
    let writer = try makeWriter(like: movie, inputs, monitor)

    let slots = graph.connect(inputs.sources)
    let pipeline = slots[slots.count - 1] --> writer
    preview?.show(slots, beside: monitor) {
      movie.stop()
      pipeline.stop()
    }
    monitor.watch(pipeline)
    // The input too: the pipeline may not have begun, and then it would not know.
    Interruption.onSignal {
      movie.stop()
      pipeline.stop()
      writer.stopWaiting()
    } lastMoment: {
      writer.cancel()
    }
    let reporter = ProgressReporter(
      progressStyle, duration: movie.duration?.seconds, frameCount: movie.frameCountEstimate)
    settings.progress = { reporter.update(frames: $0) }
    let commands = LiveCommands(
      graph, slots: slots, pipeline: pipeline, writer: writer, inputs: movies.count,
      replacesFiles: writerOptions.overwrite, monitor: monitor)
    settings.willFilter = { [script] in
      commands.perform(script, at: $0) && !writer.isComplete
    }
    let socket = try commands.open(at: commandPlace)
    defer { socket?.remove() }

    let report = try await run(pipeline, settings, of: movie)
    preview?.close()
    withExtendedLifetime((movies, slots)) {}
    if let statistics = monitor.statistics(report) {
      reporter.finish(
        frames: statistics.framesOut, dropped: statistics.dropped.values.reduce(0, +),
        repeated: statistics.framesRepeated)
      try monitor.say(statistics.warnings)
      try statistics.write(to: arguments.options[.statistics])
    }
    if let code = Interruption.exitCode { throw Interrupted(code: code) }
  }

  /// Opens the output; a movie with warnings that are errors never appears under its name.
  private func makeWriter(
    like movie: MovieFile, _ inputs: RunInputs, _ monitor: RunMonitor
  ) throws -> MovieWriter {
    var options = writerOptions
    if !settings.autorotates { options.orientation = movie.orientation }
    options.streams = inputs.streams
    options.willPublish = { try monitor.say(monitor.statistics()?.warnings ?? []) }
    let writer = try MovieWriter(output, like: movie, adding: inputs.further, options: options)
    try monitor.watch(writer)
    return writer
  }

  /// Runs to the end; that nothing came is the input's fault, not the output's.
  private func run(
    _ pipeline: Pipeline, _ settings: PipelineSettings, of movie: MovieFile
  ) async throws -> PipelineReport {
    do {
      return try await pipeline.run(settings)
    } catch let error as MediaError where [.noFrames, .stopped].contains(error.code) {
      if let code = Interruption.exitCode { throw Interrupted(code: code) }
      guard error.code == .noFrames else { throw error }
      movie.statistics.warnings.forEach(console.warning)
      throw Failure(.badData, "\(movie.path): no video frames in it; nothing was written")
    }
  }
}

extension FilterGraph {
  /// Connects sources, by their numbers, to a slot for each node, in the nodes' order.
  func connect(_ sources: [Int: any GraphSource]) -> [FilterSlot] {
    var slots: [FilterSlot] = []
    /// Where what comes out of a node is taken from.
    var ends: [any ImageNode] = []
    for node in nodes {
      let slot = FilterSlot()
      slot.apply(node.chain)
      for input in node.inputs {
        switch input {
        case .source(let number): if let source = sources[number] { join(source, to: slot) }
        case .node(let number): join(ends[number], to: slot)
        }
      }
      slots.append(slot)
      guard let retiming = node.retiming else {
        ends.append(slot)
        continue
      }
      ends.append(slot --> RetimingNode(retiming))
    }
    return slots
  }

  private func join(_ node: some ImageNode, to slot: FilterSlot) { node --> slot }
  private func join(_ source: some GraphSource, to slot: FilterSlot) { source --> slot }
}

/// The end of a run that a signal asked for; the output is complete as far as it goes.
struct Interrupted: Error {
  let code: Int32
}
