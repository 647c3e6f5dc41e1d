internal import CFFmpeg

/// Which streams of the inputs go into the output, in FFmpeg's words: `0`, `0:v`, `0:a:1`, `1:a?`, `-0:s`.
public struct StreamSelector: Sendable, Hashable, CustomStringConvertible {
  /// The input's number, from 0.
  public var input: Int
  /// FFmpeg's stream specifier (`v`, `a:1`, `m:language:deu`); empty for all streams.
  public var specifier: String
  /// Whether the streams are taken out again from those selected before.
  public var isExclusion: Bool
  /// Whether it is no error when there is no such stream.
  public var isOptional: Bool

  /// The selector's text.
  public var description: String {
    (isExclusion ? "-" : "") + "\(input)" + (specifier.isEmpty ? "" : ":\(specifier)")
      + (isOptional ? "?" : "")
  }

  /// Reads a selector; nil when it is none.
  public init?(_ text: String) {
    var rest = text[...]
    isExclusion = rest.hasPrefix("-")
    if isExclusion { rest = rest.dropFirst() }
    isOptional = rest.hasSuffix("?")
    if isOptional { rest = rest.dropLast() }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first, number.allSatisfy(\.isNumber), let input = Int(number)
    else { return nil }
    self.input = input
    specifier = parts.count > 1 ? String(parts[1]) : ""
  }
}

extension [StreamSelector] {
  /// The streams of one input that are selected, in the order of the selectors; `path` is its name for messages.
  ///
  /// - Throws: `MediaError` (usage) for a selector that FFmpeg does not understand or that selects nothing.
  func streams(of context: UnsafeMutablePointer<AVFormatContext>, path: String) throws -> [Int] {
    var selected: [Int] = []
    for selector in self {
      let found = try (0..<Int(context.pointee.nb_streams)).filter { index in
        guard let stream = context.pointee.streams[index] else { return false }
        return try check(
          avformat_match_stream_specifier(context, stream, selector.specifier),
          "select the streams \(selector)", else: .usage) > 0
      }
      if selector.isExclusion {
        selected.removeAll(where: found.contains)
      } else if found.isEmpty, !selector.isOptional {
        throw MediaError(
          .usage, "select the streams \(selector)",
          "\(path) has none; a ? after it makes that no error")
      }
      if !selector.isExclusion { selected += found.filter { !selected.contains($0) } }
    }
    return selected
  }
}
