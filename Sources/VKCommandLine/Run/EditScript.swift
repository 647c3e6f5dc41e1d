import FoundationEssentials
import VKCatalog
import VKCore

/// Commands at given times: a file of lines `TIME COMMAND`.
///
/// A command holds from the first frame on whose time is not before its own; for sound, from its own time.
final class EditScript: Sendable {
  /// A command and the moment from which on it holds.
  struct Entry: Sendable {
    let time: MediaTime
    let command: LiveCommand
  }

  private let entries: [Entry]
  private let next = Locked(0)

  /// Reads a script and checks that each command fits the graph as the ones before leave it.
  ///
  /// - Throws: `Failure` that names the line.
  init(_ path: String, graph: FilterGraph, inputs: Int) throws {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw Failure(.noInput, "\(path): the script cannot be read; is it there?")
    }
    var entries: [(entry: Entry, line: Int)] = []
    let lines = String(decoding: data, as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() {
      do {
        if let entry = try Self.entry(line) { entries.append((entry, index + 1)) }
      } catch {
        throw Failure(.usage, "\(path), line \(index + 1): \(Failure(error).message)")
      }
    }
    entries.sort { ($0.entry.time, $0.line) < ($1.entry.time, $1.line) }
    var graph = graph
    for (entry, line) in entries {
      do { graph = try entry.command.changed(graph, inputs: inputs) ?? graph } catch {
        throw Failure(.usage, "\(path), line \(line): \(Failure(error).message)")
      }
    }
    self.entries = entries.map(\.entry)
  }

  private static func entry(_ line: Substring) throws -> Entry? {
    let words = line.trimmed.split(separator: " ", maxSplits: 1)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    guard let time = MediaTime(duration: String(first)) else {
      throw Failure.usage("'\(first)' is no time (12.5, 250ms or HH:MM:SS.fraction)")
    }
    guard words.count == 2, let command = try LiveCommand(words[1]) else {
      throw Failure.usage("a command is missing behind the time")
    }
    return Entry(time: time, command: command)
  }

  /// The commands whose time has come when the frame of `time` is next, each once.
  func due(at time: MediaTime) -> ArraySlice<Entry> {
    next.withLock { next in
      let begin = next
      while next < entries.count, entries[next].time <= time { next += 1 }
      return entries[begin..<next]
    }
  }
}
