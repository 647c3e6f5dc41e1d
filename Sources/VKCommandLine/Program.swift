import VKCatalog
import VKCompute
import VKCore

/// The commands there are, and the way to them.
enum Program {
  static let version = Release.version

  static let commands: [Command] = [
    .run, .image, .capture, .publish, .play, .analyze, .bench, .filters, .devices, .cameras,
    .explain, .gallery, .geometry, .completion, .manual, .complete, .kernels,
  ]

  /// Runs the command that `words` name and gives the exit code.
  static func run(_ words: [String]) async -> Int32 {
    do {
      try await dispatch(words)
      let messages = ValidationLog.messages.count
      guard messages == 0 else {
        throw Failure(.software, "the validation layer has \(messages) messages, above")
      }
      return 0
    } catch let end as Interrupted {
      return end.code
    } catch {
      let failure = Failure(error)
      console.error(failure.message)
      return failure.code.rawValue
    }
  }

  private static func dispatch(_ words: [String]) async throws {
    guard let first = words.first else {
      throw Failure.usage("no command; see 'vkfilter --help'")
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "--help", "-h", "help":
      try printData(try rest.first.map(help) ?? programHelp(commands))
    case "--version", "-version": try printData("vkfilter \(version)\n")
    default:
      let command = try command(first)
      let beforeEnd = rest.prefix { $0 != "--" }
      if beforeEnd.contains(where: { Option.help.names.contains($0) }) {
        try printData(command.helpText)
      } else {
        try await command.run(try Arguments(rest, for: command))
      }
    }
  }

  /// The help of a command, or of a filter.
  private static func help(_ name: String) throws -> String {
    if let command = commands.first(where: { $0.name == name }) { return command.helpText }
    let filters = filters(called: name)
    guard filters.isEmpty else { return descriptionText(of: filters, asked: name) }
    let known = commands.filter(\.isListed).map(\.name) + FilterCatalog.nearest(to: name)
    throw Failure.usage(
      "no command and no filter is called '\(name)'\(nearest(to: name, in: known))")
  }

  private static func command(_ name: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let known = commands.filter(\.isListed).map(\.name)
    throw .usage(
      "unknown command '\(name)'\(nearest(to: name, in: known)); see 'vkfilter --help'")
  }
}
