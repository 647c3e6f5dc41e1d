import VKCatalog
import VKCore
import VKMedia
import VKPipeline
import VKPreview

extension Command {
  /// A movie in a window.
  static let play = Command(
    name: "play", summary: "Play a file or stream through filters in a window, or into OUT.",
    usage: "[OPTIONS] IN [-vf CHAIN] [OUT]",
    options: Option.inputOptions + [.chain, .gravity, .windowSize] + Option.outputOptions
      + Option.serverOptions + Option.playOptions + Option.talk + [.help],
    operands: 1...2
  ) { arguments in
    try arguments.applyLogLevel()
    let operands = arguments.operands
    if operands.count == 2 {
      try arguments.refuseWindowOptions(because: "OUT takes the window's place")
      let reading = arguments.reading(operands[0], all: false)
      if isLiveAddress(operands[1]) { return try await publishStream(reading, to: operands[1]) }
      guard isLiveAddress(operands[0]) else {
        return try await MovieRun(reading, to: operands[1]).execute()
      }
      let input = try await OpenedMovie(operands[0], options: reading.movieOptions(0), reading)
      let result = await Result.catching {
        try await MovieRun(reading, to: operands[1], opened: input.movie).execute()
      }
      try await input.end(with: result)
    } else {
      try await WindowRun(arguments.reading(operands[0], all: true)).execute()
    }
  }
}

extension Option {
  static let windowSize = Option(
    "--window", value: "WxH", for: .command,
    "The window's size (default: the picture's, at most 1280x720).")
  fileprivate static let playOptions = [
    device, framesInFlight, timestamps, noAutorotate, linear, unclamped, strict, statistics,
    progress,
  ]
  /// What a window takes of the options of an output.
  fileprivate static let windowOptions = [frameLimit, noAudio]
}

/// One call of `play` into a window, its arguments understood.
///
/// Keys: `f` applies and removes the filters, `s` writes a still, `i` tells in the title what is shown, `q` ends.
private struct WindowRun {
  private let arguments: Arguments
  private let graph: FilterGraph
  private let settings: PipelineSettings
  private let progressStyle: ProgressReporter.Style

  init(_ arguments: Arguments) throws {
    for option in Option.outputOptions
    where arguments.options.has(option) && !Option.windowOptions.contains(option) {
      if option.place == .output {
        throw Failure.usage("option \(option.name) is for an output, and a window is none")
      }
    }
    var arguments = arguments
    graph = try arguments.filterGraph()
    settings = try arguments.pipelineSettings()
    progressStyle = try arguments.progressStyle()
    self.arguments = arguments
  }

  func execute() async throws {
    let begin = ContinuousClock.now
    var options = try arguments.movieOptions(0, isLimited: false)
    options.frameLimit = try arguments.options.integer(.frameLimit, atLeast: 1)
    let input = try await OpenedMovie(arguments.inputs[0].path, options: options, arguments)
    let result = await Result.catching { try await show(input.movie, since: begin) }
    try await input.end(with: result)
  }

  private func show(_ movie: MovieFile, since begin: ContinuousClock.Instant) async throws {
    var settings = settings
    settings.device = try arguments.device()
    let preview = try PreviewWindow(
      title: movie.path, size: try arguments.options.size(.windowSize),
      gravity: try arguments.gravity(), device: settings.device)
    let sound = try openSound(of: movie, for: preview)
    let slots = graph.connect([graph.mainSource: movie])
    let pipeline = slots[slots.count - 1] --> preview
    preview.addKeys(for: slots)
    let stop: @Sendable () -> Void = {
      movie.stop()
      pipeline.stop()
      preview.close()
    }
    preview.onClose(stop)
    Interruption.onSignal(stop: stop)
    let reporter = ProgressReporter(
      progressStyle, duration: movie.duration?.seconds, frameCount: movie.frameCountEstimate)
    settings.progress = { reporter.update(frames: $0) }
    let report = try await run(pipeline, settings, of: movie, until: preview)
    // A part that was asked for ends with its last picture.
    while !arguments.options.has(.frameLimit), let (tap, output) = sound, !preview.isClosed,
      output.isHeard || output.isPlaying && !tap.isFinished
    {
      try await Task.sleep(for: .milliseconds(20))
    }
    withExtendedLifetime((movie, slots)) {}
    sound?.tap.close()
    sound?.output.close()
    reporter.finish(
      frames: preview.statistics.shown, dropped: preview.statistics.late, repeated: 0)
    try say(
      movie.statistics.warnings + report.warnings
        + (sound?.tap.error.map { ["the sound ends early: \(Failure($0).message)"] } ?? []))
    let seconds = (ContinuousClock.now - begin).seconds
    try PlayStatistics(report, preview, seconds: seconds).write(to: arguments.options[.statistics])
    preview.close()
    if let code = Interruption.exitCode { throw Interrupted(code: code) }
  }

  /// Says what is worth knowing, which may be an error.
  private func say(_ warnings: [String]) throws {
    warnings.forEach(console.warning)
    if arguments.options.has(.strict), !warnings.isEmpty {
      throw Failure(.badData, "--strict takes warnings for errors")
    }
  }

  /// Runs to the end; a picture stays until its window is closed.
  private func run(
    _ pipeline: Pipeline, _ settings: PipelineSettings, of movie: MovieFile,
    until preview: PreviewWindow
  ) async throws -> PipelineReport {
    let report = try await pipeline.run(settings)
    if report.framesIn == 0, !preview.isClosed, Interruption.exitCode == nil {
      movie.statistics.warnings.forEach(console.warning)
      throw Failure(.badData, "\(movie.path): no video frames in it")
    }
    if report.framesIn == 1 { await preview.closed() }
    if let failure = preview.failure { throw failure }
    return report
  }

  /// Lets the movie's sound be heard; where that cannot be, that is said.
  private func openSound(
    of movie: MovieFile, for preview: PreviewWindow
  ) throws -> (tap: SoundTap, output: SoundOutput)? {
    guard !arguments.options.has(.noAudio) else { return nil }
    let output = Locked<SoundOutput?>(nil)
    do {
      let tap = try SoundTap(movie) { samples, time in
        output.withLock { $0 }?.queue(samples, at: time)
      }
      guard let tap else { return nil }
      let opened = try SoundOutput(rate: tap.rate, channels: tap.channels)
      output.withLock { $0 = opened }
      preview.follow(opened)
      tap.start { opened.secondsAhead }
      return (tap, opened)
    } catch {
      try say(["no sound: \(Failure(error).message)"])
      return nil
    }
  }
}

/// What `--stats` of a window writes.
private struct PlayStatistics: Encodable {
  let version = 1
  let device: String
  let wallSeconds: Double
  let gpuSeconds: Double
  let framesIn: Int
  let framesOut: Int
  let dropped: [String: Int]
  let windowPicturesMade: Int
  let windowSize: [Int]?
  let objectsCreatedAfterWarmUp: Int
  let frameCopiesOnCPU: Int

  init(_ report: PipelineReport, _ preview: PreviewWindow, seconds: Double) {
    let shown = preview.statistics
    device = report.device
    wallSeconds = seconds
    gpuSeconds = report.gpuSeconds
    framesIn = report.framesIn
    framesOut = shown.shown
    dropped = Dictionary(
      report.dropped.map { ($0.key.rawValue, $0.value) }
        + [("late", shown.late), ("unseen", shown.unseen)].filter { $0.1 > 0 },
      uniquingKeysWith: +)
    windowPicturesMade = shown.generations
    windowSize = shown.windowSize.map { [$0.width, $0.height] }
    objectsCreatedAfterWarmUp = shown.objectsCreatedAfterWarmUp
    frameCopiesOnCPU = report.copiesOnCPU
  }

  func write(to path: String?) throws {
    if let path { try writeStatistics(self, to: path) }
  }
}
