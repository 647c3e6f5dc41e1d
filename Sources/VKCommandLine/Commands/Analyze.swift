import VKCatalog
import VKCore
import VKMedia
import VKPipeline

extension Command {
  /// Numbers out of frames.
  static let analyze = Command(
    name: "analyze", summary: "Print numbers, one JSON object a frame.",
    usage: "-i IN -vf CHAIN",
    options: [.input] + Option.inputOptions
      + [.chain, .frameLimit, .device, .framesInFlight, .noAutorotate, .linear, .unclamped]
      + Option.talk + [.help],
    operands: 0...0
  ) { arguments in
    try arguments.applyLogLevel()
    var arguments = arguments
    let chain = try arguments.filterChain()
    guard arguments.stream.keepsTimes else {
      throw Failure.usage("'analyze' tells of the frames that come; leave fps and setpts out")
    }
    try chain.check(inputs: arguments.inputs.count, numbers: true)
    var settings = try arguments.pipelineSettings()
    let movies = try arguments.inputs.indices.map {
      try MovieFile(arguments.inputs[$0].path, options: try arguments.movieOptions($0))
    }
    try arguments.checkFormat(of: movies[0].format)
    settings.device = try arguments.device()
    let slot = FilterSlot()
    slot.apply(chain)
    for movie in movies { movie --> slot }
    let pipeline = slot --> NumberPrinter(name: chain.filters.last.map { filterName(of: $0) } ?? "")
    Interruption.onSignal { pipeline.stop() }
    let report = try await pipeline.run(settings)
    report.warnings.forEach(console.warning)
    withExtendedLifetime(movies) {}
    if let code = Interruption.exitCode { throw Interrupted(code: code) }
    guard report.framesIn > 0 else {
      throw Failure(.badData, "\(movies[0].path): no video frames in it")
    }
  }
}

/// Prints a filter's numbers.
private final class NumberPrinter: ValueConsumer {
  private let name: String
  private let count = Locked(0)

  init(name: String) { self.name = name }

  func prepare(for format: StreamFormat) throws -> PixelFormat { format.pixelFormat }
  func consume(_ frame: Frame) throws {}
  func finish(error: (any Error)?) throws {}

  func consume(value: any Sendable, time: MediaTime?) throws {
    let number = count.withLock { count in
      defer { count += 1 }
      return count
    }
    let line = NumberLine(
      frame: number, time: time?.description, seconds: time?.seconds, filter: name,
      value: JSONNumbers(value))
    try printData(try jsonText(line, pretty: false))
  }
}

/// A line of `analyze`.
private struct NumberLine: Encodable {
  let frame: Int
  let time: String?
  let seconds: Double?
  let filter: String
  let value: JSONNumbers
}
