import VKCatalog
import VKCore
import VKPipeline

/// Changes to a running chain, one a line.
final class LiveCommands: Sendable {
  private let chain: Locked<FilterChain>
  private let slot: FilterSlot
  private let pipeline: Pipeline
  private let inputs: Int

  init(_ chain: FilterChain, slot: FilterSlot, pipeline: Pipeline, inputs: Int) {
    self.chain = Locked(chain)
    self.slot = slot
    self.pipeline = pipeline
    self.inputs = inputs
  }

  /// Takes lines from standard input until it ends, on a thread of its own.
  func readStandardInput() {
    _ = WorkerThread { [self] in
      while let line = readLine() {
        do { try take(line) } catch {
          console.error("command '\(line)': \(Failure(error).message)")
        }
      }
    }
  }

  /// Does what a line says.
  ///
  /// - Throws: `Failure` or `FilterError` when it cannot; nothing has changed then.
  func take(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let rest = words.count > 1 ? words[1].trimmed : ""
    switch words.first {
    case nil: break
    case "filter": try apply(rest == "none" ? FilterChain() : FilterChain(checkingFiles: rest))
    case "set": try set(rest)
    case "stop": pipeline.stop()
    default: throw Failure.usage("there is no such command; filter, set, stop are")
    }
  }

  private func apply(_ new: FilterChain) throws {
    try new.check(inputs: inputs, numbers: false)
    chain.withLock { $0 = new }
    slot.apply(new)
  }

  /// `FILTER.PARAMETER VALUE`: the first filter of that name takes the value.
  private func set(_ text: String) throws {
    let parts = text.split(separator: " ", maxSplits: 1)
    let path = (parts.first ?? "").split(separator: ".", maxSplits: 1)
    guard parts.count == 2, path.count == 2 else {
      throw Failure.usage("it is 'set FILTER.PARAMETER VALUE'")
    }
    var new = chain.withLock { $0 }
    guard let index = new.filters.firstIndex(where: { isCalled(path[0], $0) }) else {
      throw Failure.usage("the chain has no filter \(path[0])")
    }
    new.filters[index] = try changed(new.filters[index], String(path[1]), parts[1].trimmed)
    try apply(new)
  }
}

private func isCalled<F: Filter>(_ name: Substring, _ filter: F) -> Bool {
  F.info.name == name || "\(F.self)" == name
}

private func changed<F: Filter>(
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
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
