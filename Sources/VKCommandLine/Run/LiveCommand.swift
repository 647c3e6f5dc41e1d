import VKCatalog
import VKCore

/// A change to a run, or a question, as a line says it.
enum LiveCommand: Sendable {
  /// Other filters.
  case filter(FilterChain)
  /// Another value of a parameter.
  case set(filter: String, parameter: String, value: String)
  /// Sound off, or on again.
  case mute(Bool)
  /// No pictures, or pictures again, from a live source.
  case pause(Bool)
  /// Another camera in place of the one that runs.
  case camera(String)
  /// The next picture into a file.
  case snapshot(String)
  /// What was counted so far, as JSON.
  case statistics
  /// The end.
  case stop

  /// How each is written.
  static let syntax = [
    "filter CHAIN", "filter none", "set FILTER.PARAMETER VALUE", "mute audio", "unmute audio",
    "pause", "resume", "camera N|PATH|NAME",
    "snapshot FILE", "stats", "stop",
  ]

  /// Reads a line; nil when it is empty or begins with `#`.
  ///
  /// - Throws: `Failure` or `FilterError` that says what is wrong.
  init?(_ line: Substring) throws {
    let line = line.trimmed
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let rest = words.count > 1 ? words[1].trimmed : ""
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    switch (first, rest) {
    case ("filter", "none"): self = .filter(FilterChain())
    case ("filter", _): self = .filter(try FilterChain(checkingFiles: rest))
    case ("set", _):
      let parts = rest.split(separator: " ", maxSplits: 1)
      let path = (parts.first ?? "").split(separator: ".", maxSplits: 1)
      guard parts.count == 2, path.count == 2 else {
        throw Failure.usage("it is 'set FILTER.PARAMETER VALUE'")
      }
      self = .set(
        filter: String(path[0]), parameter: String(path[1]), value: parts[1].trimmed)
    case ("mute", "audio"): self = .mute(true)
    case ("unmute", "audio"): self = .mute(false)
    case ("pause", ""): self = .pause(true)
    case ("resume", ""): self = .pause(false)
    case ("camera", _) where !rest.isEmpty: self = .camera(rest)
    case ("snapshot", _) where !rest.isEmpty: self = .snapshot(rest)
    case ("stats", ""): self = .statistics
    case ("stop", ""): self = .stop
    default:
      throw Failure.usage(
        "there is no such command; there are: \(Self.syntax.joined(separator: ", "))")
    }
  }

  /// The graph after this command; nil when the command leaves its filters as they are.
  ///
  /// - Throws: `Failure` or `FilterError` when it does not fit the graph.
  func changed(_ graph: FilterGraph, inputs: Int) throws -> FilterGraph? {
    var graph = graph
    switch self {
    case .filter(let chain):
      guard graph.nodes.count == 1 else {
        throw Failure.usage("a graph's filters stay; 'set' changes their parameters")
      }
      try chain.check(inputs: inputs, numbers: false)
      graph.nodes[0].chain = chain
      return graph
    case .set(let name, let parameter, let value):
      for node in graph.nodes.indices {
        let filters = graph.nodes[node].chain.filters
        guard let index = filters.firstIndex(where: { isCalled(name, $0) }) else { continue }
        graph.nodes[node].chain.filters[index] = try changedFilter(
          filters[index], parameter, value)
        return graph
      }
      throw Failure.usage("the chain has no filter \(name)")
    default: return nil
    }
  }
}

private func isCalled<F: Filter>(_ name: String, _ filter: F) -> Bool {
  F.info.name == name || "\(F.self)" == name
}

private func changedFilter<F: Filter>(
  _ filter: F, _ name: String, _ text: String
) throws -> any Filter {
  let parameters = F.info.parameters
  guard
    let parameter = parameters.first(where: {
      $0.description.name == name || $0.description.aliases.contains(name)
    })
  else {
    let known = parameters.map(\.description.name).joined(separator: ", ")
    throw Failure.usage("\(F.info.name) has no parameter \(name); it takes \(known)")
  }
  var filter = filter
  parameter.set(&filter, try parameter.description.value(from: text))
  return filter
}

extension Substring {
  /// The text without blanks around it.
  var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
