import VKMedia
import VKPipeline

extension Option {
  static let noAutorotate = Option(
    "--no-autorotate", for: .command, "Leave pictures as they are stored, unturned.")
  static let linear = Option(
    "--linear", for: .command, "Run filters that expect gamma-encoded values in linear light.")
  static let unclamped = Option(
    "--unclamped", for: .command, "Keep values outside 0…1 between filters.")
  static let commands = Option(
    "--commands", value: "-|SOCKET", for: .command,
    "Take live changes from standard input or a UNIX socket, one a line:"
      + " \(LiveCommand.syntax.joined(separator: ", ")).")
  static let editScript = Option(
    "--edit-script", value: "FILE", for: .command,
    "Make changes at given times: lines of TIME and a command as --commands takes them.")
}

extension Arguments {
  /// How the pipeline runs.
  func pipelineSettings() throws(Failure) -> PipelineSettings {
    var settings = PipelineSettings()
    settings.framesInFlight = try options.integer(.framesInFlight, atLeast: 1)
    settings.autorotates = !options.has(.noAutorotate)
    settings.isLinear = options.has(.linear)
    settings.isUnclamped = options.has(.unclamped)
    if let word = try options.word(.timestamps, of: ["drop", "shift"]) {
      settings.timestamps = word == "drop" ? .drop : .shift
    }
    return settings
  }

  /// Whether and how progress is told.
  func progressStyle() throws(Failure) -> ProgressReporter.Style {
    switch try options.word(.progress, of: ["json", "line", "none"]) {
    case "json": .json
    case "line": .line
    case "none": .none
    default: console.isTerminal && !options.has(.quiet) ? .terminal : .none
    }
  }

  /// Where live changes come from: `-` or the path of a socket.
  func commandPlace() throws(Failure) -> String? {
    guard let place = options[.commands] else { return nil }
    guard place != "-" || !inputs.contains(where: { pipeDescriptor($0.path, standard: 0) == 0 })
    else {
      throw .usage("standard input cannot be both an input and --commands")
    }
    return place
  }
}
