import VKCatalog
import VKCore
import VKMedia
import VKPipeline

extension Command {
  /// The compiled plan.
  static let explain = Command(
    name: "explain", summary: "Show what a chain compiles to: passes, what was fused, bytes moved.",
    usage: "-i IN [-i IN2 …] [-vf CHAIN] [--glsl] [--json]",
    options: [.input] + Option.inputOptions
      + [.chain, .device, .linear, .unclamped, .glsl, .json] + Option.talk + [.help],
    operands: 0...0
  ) { arguments in
    try arguments.applyLogLevel()
    var arguments = arguments
    let chain = try arguments.filterChain()
    let takesNumbers = chain.filters.contains { $0 is any ReductionFilter }
    try chain.check(inputs: arguments.inputs.count, numbers: takesNumbers)
    let settings = try arguments.pipelineSettings()
    let output = try arguments.outputFormat()
    let movies = try arguments.inputs.indices.map {
      try MovieFile(arguments.inputs[$0].path, options: try arguments.movieOptions($0))
    }
    try arguments.checkFormat(of: movies[0].format)
    let colors = ColorSpace.usual(
      for: movies[0].format, storedAs: output ?? movies[0].format.pixelFormat
    ).overridden(by: try arguments.options.colorSpace())
    let painted = FilterChain(movies[0].painting + chain.filters)
    let plan = try painted.explain(
      input: movies[0].format, output: output, colors: colors,
      further: movies.dropFirst().map(\.format),
      settings: settings, on: try arguments.device())
    let conversions = movies.compactMap(\.conversion)
    if arguments.options.has(.json) {
      let listing = PlanListing(
        plan, conversions: conversions, glsl: arguments.options.has(.glsl))
      try printData(try jsonText(listing))
    } else {
      try printData(text(plan, conversions, glsl: arguments.options.has(.glsl)))
    }
  }
}

extension Option {
  static let glsl = Option("--glsl", for: .command, "Print the generated programs too.")
}

extension Arguments {
  /// The pixel format that `-pix_fmt` names for the output; nil keeps the input's.
  fileprivate func outputFormat() throws(Failure) -> PixelFormat? {
    guard
      let name = options[.pixelFormat]
        ?? stream.pixelFormat?.split(separator: "|").first.map(String.init)
    else { return nil }
    guard let format = PixelFormat.named(name) else {
      let known = PixelFormat.all.map(\.name).joined(separator: ", ")
      throw .usage("-pix_fmt \(name): the engine itself writes \(known)")
    }
    return format
  }
}

private func text(_ plan: ChainPlan, _ conversions: [String], glsl: Bool) -> String {
  var text = "\(plan)\n"
  for conversion in conversions { text += "convert \(conversion)\n" }
  guard glsl else { return text }
  for (index, pass) in plan.passes.enumerated() {
    text += "\n// pass \(index + 1): \(pass.name)\n\(pass.glsl)\n"
  }
  return text
}

/// A plan as `explain --json` prints it.
private struct PlanListing: Encodable {
  struct Pass: Encodable {
    let name: String
    let filters: [String]
    let invocations: [Int]
    let bytesRead: Int
    let bytesWritten: Int
    let glsl: String?
  }

  let device: String
  let input: String
  let output: String?
  let dispatches: Int
  let bytesRead: Int
  let bytesWritten: Int
  let notes: [String]
  let conversions: [String]
  let passes: [Pass]

  init(_ plan: ChainPlan, conversions: [String], glsl: Bool) {
    device = plan.device
    input = plan.input
    output = plan.output
    dispatches = plan.dispatches
    bytesRead = plan.bytesRead
    bytesWritten = plan.bytesWritten
    notes = plan.notes
    self.conversions = conversions
    passes = plan.passes.map {
      Pass(
        name: $0.name, filters: $0.filters, invocations: [$0.threads.width, $0.threads.height],
        bytesRead: $0.bytesRead, bytesWritten: $0.bytesWritten, glsl: glsl ? $0.glsl : nil)
    }
  }
}
