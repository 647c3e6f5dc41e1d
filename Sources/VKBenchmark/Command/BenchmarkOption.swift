/// One option of `bench`, declared once for both programs that have it.
package struct BenchmarkOption: Sendable, Hashable {
  /// The spellings; the first is the one that messages use.
  package let names: [String]
  /// What stands for the value in the help; nil for a switch.
  package let placeholder: String?
  /// One sentence.
  package let help: String

  init(_ names: String..., value placeholder: String? = nil, help: String) {
    self.names = names
    self.placeholder = placeholder
    self.help = help
  }

  /// The spelling that messages use.
  package var name: String { names[0] }

  static let full = BenchmarkOption(
    "--full", help: "Measure every chain at every size from 480p to 8K, however long it takes.")
  static let chain = BenchmarkOption(
    "-vf", value: "CHAIN",
    help: "Measure this chain in place of the usual ones; may be given again.")
  static let size = BenchmarkOption(
    "-s", value: "WxH", help: "The size for -vf (default: 1920x1080); may be given again.")
  static let format = BenchmarkOption(
    "-pix_fmt", value: "NAME", help: "The pixel format for -vf (default: nv12); may be given again."
  )
  static let time = BenchmarkOption(
    "-t", value: "SECONDS",
    help: "End in about that time; what is left out says so (default: 45 for the usual chains).")
  static let catalogue = BenchmarkOption(
    "--catalogue",
    help:
      "Measure every filter by itself at 1080p, as a multiple of a copy, in place of the chains.")
  static let tune = BenchmarkOption(
    "--tune",
    help:
      "Find the work groups and tiles that suit this device and keep them for all runs, in place of the chains."
  )
  static let against = BenchmarkOption(
    "--against", value: "LIST",
    help: "Do the same work with other programs in turn: "
      + Peer.allCases.map(\.rawValue).joined(separator: ",") + ".")
  static let ffmpeg = BenchmarkOption(
    "--ffmpeg", value: "PATH", help: "The ffmpeg for --against; may be given again for another one."
  )
  static let json = BenchmarkOption("--json", help: "Print the report as JSON (docs/benchmark.md).")
  static let html = BenchmarkOption(
    "--html", value: "FILE", help: "Write the report as one page with plots, too.")
  static let overwrite = BenchmarkOption("-y", help: "Replace an output that exists.")
  static let compare = BenchmarkOption(
    "--compare", value: "OLD.json",
    help:
      "Tell what moved since a report that was kept, beyond its spread; end with 1 when something is slower."
  )

  /// The options in the order of the help.
  package static let all = [
    full, chain, size, format, time, catalogue, tune, against, ffmpeg, json, html, overwrite,
    compare,
  ]
}

extension BenchmarkOption {
  /// The device, for a program that has no such option of its own.
  package static let device = BenchmarkOption(
    "--device", value: "NAME", help: "The device: an index, a UUID or a part of its name.")
  /// The help, likewise.
  package static let help = BenchmarkOption("--help", "-h", help: "Say what this program does.")

  /// Spellings with the value's placeholder, and the help.
  package var helpRow: [String] {
    let spellings = names.joined(separator: ", ")
    return [placeholder.map { "\(spellings) \($0)" } ?? spellings, help]
  }

  /// Sorts words into values of options, by the first of their names, and the words that are no options.
  ///
  /// - Throws: `BenchmarkError` (usage) when an option is unknown or lacks its value.
  package static func sort(
    _ words: [String], into options: [BenchmarkOption]
  ) throws(BenchmarkError) -> (values: [String: [String]], operands: [String]) {
    var values: [String: [String]] = [:]
    var operands: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-") else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let isJoined = word.hasPrefix("--") && parts.count == 2
      let name = isJoined ? parts[0] : word
      guard let option = options.first(where: { $0.names.contains(name) }) else {
        throw BenchmarkError(.usage, "bench", "unknown option \(name); see --help")
      }
      guard let placeholder = option.placeholder else {
        values[option.name, default: []].append("")
        continue
      }
      guard let value = isJoined ? parts[1] : rest.popFirst() else {
        throw BenchmarkError(.usage, "bench", "option \(name) needs a value (\(placeholder))")
      }
      values[option.name, default: []].append(value)
    }
    return (values, operands)
  }
}
