import VKCatalog
import VKCompute
import VKCore
import VKMedia
import VKPipeline

extension Command {
  /// A movie through filters into a movie.
  static let run = Command(
    name: "run", summary: "Filter a file, pipe, stream or sequence of pictures into another.",
    usage: "[INPUT OPTIONS] -i IN [-i IN2 …] [-vf CHAIN] [OPTIONS] OUT",
    options: [.input] + Option.inputOptions + [.chain] + Option.outputOptions + Option.runOptions
      + Option.talk + [.help],
    operands: 1...1
  ) { arguments in
    try arguments.applyLogLevel()
    try await MovieRun(arguments, to: arguments.operands[0]).execute()
  }
}

extension Option {
  fileprivate static let runOptions = [
    device, framesInFlight, timestamps, commands, noAutorotate, linear, unclamped, statistics,
    progress,
  ]
}

/// One call of `run`, its arguments understood.
struct MovieRun {
  private let arguments: Arguments
  private let output: String
  private let chain: FilterChain
  private let movieOptions: [MovieOptions]
  private let writerOptions: MovieWriterOptions
  private var settings: PipelineSettings
  private let progressStyle: ProgressReporter.Style
  private let readsCommands: Bool

  /// Checks all that can be checked before anything is opened.
  ///
  /// - Parameters:
  ///   - arguments: the words after the command.
  ///   - output: where the movie goes.
  ///   - isStill: whether one picture is taken out of each input.
  /// - Throws: `Failure` or `FilterError` that names the culprit.
  init(_ arguments: Arguments, to output: String, isStill: Bool = false) throws {
    self.arguments = arguments
    self.output = output
    chain = try arguments.filterChain()
    try chain.check(inputs: arguments.inputs.count, numbers: false)
    movieOptions = try arguments.inputs.indices.map {
      var options = try arguments.movieOptions($0)
      if isStill { options.frameLimit = 1 }
      return options
    }
    writerOptions = try arguments.writerOptions()
    settings = try arguments.pipelineSettings()
    progressStyle = try arguments.progressStyle()
    readsCommands = try arguments.readsCommands()
  }

  func execute() async throws {
    let begin = ContinuousClock.now
    let movies = try zip(arguments.inputs, movieOptions).map {
      try MovieFile($0.path, options: $1)
    }
    let movie = movies[0]
    for conversion in movies.compactMap(\.conversion) { console.info("converts \(conversion)") }
    var settings = settings
    settings.device = try arguments.device()
    let writer = try makeWriter(like: movie)
    let early = writer.statistics.warnings
    early.forEach(console.warning)

    let slot = FilterSlot()
    slot.apply(chain)
    for movie in movies { movie --> slot }
    let pipeline = slot --> writer
    let reporter = ProgressReporter(progressStyle, movie: movie)
    settings.progress = { reporter.update(frames: $0) }
    Interruption.onSignal {
      pipeline.stop()
    } lastMoment: {
      writer.cancel()
    }
    if readsCommands {
      LiveCommands(chain, slot: slot, pipeline: pipeline, inputs: movies.count).readStandardInput()
    }

    let report = try await run(pipeline, settings, of: movie)
    let seconds = (ContinuousClock.now - begin).seconds
    let statistics = RunStatistics(report, movies: movies, writer: writer, seconds: seconds)
    reporter.finish(
      frames: statistics.framesOut, dropped: statistics.dropped.values.reduce(0, +),
      repeated: statistics.framesRepeated)
    statistics.warnings.filter { !early.contains($0) }.forEach(console.warning)
    try statistics.write(to: arguments.options[.statistics])
    withExtendedLifetime(movies) {}
    if let code = Interruption.exitCode { throw Interrupted(code: code) }
  }

  /// Runs to the end; that nothing came is the input's fault, not the output's.
  private func run(
    _ pipeline: Pipeline, _ settings: PipelineSettings, of movie: MovieFile
  ) async throws -> PipelineReport {
    do {
      return try await pipeline.run(settings)
    } catch let error as MediaError where error.code == .noFrames {
      if let code = Interruption.exitCode { throw Interrupted(code: code) }
      movie.statistics.warnings.forEach(console.warning)
      throw Failure(.badData, "\(movie.path): no video frames in it; nothing was written")
    }
  }

  private func makeWriter(like movie: MovieFile) throws -> MovieWriter {
    try MovieWriter(output, like: movie, options: writerOptions)
  }
}

/// The end of a run that a signal asked for; the output is complete as far as it goes.
struct Interrupted: Error {
  let code: Int32
}

extension Duration {
  /// The length in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
