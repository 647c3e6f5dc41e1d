internal import CGlslang
private import VKCore

/// GLSL to SPIR-V, through the disk cache.
enum ShaderCompiler {
  /// Sources compiled so far; its lock lets one thread at a time into the compiler.
  private static let compilations = Locked(0)

  /// The words of `source`; compiled only when the cache has none.
  ///
  /// - Throws: `GPUError` with the compiler's messages, each with its line and a caret line.
  static func compile(_ source: String, name: String) throws(GPUError) -> [UInt32] {
    let key = Array(String(cString: cglslang_version()).utf8) + [0] + Array(source.utf8)
    let entry = "\(Hash(key).text).spv"
    if let words = cached(entry, key) { return words }
    let result = compilations.withLock { count in
      count += 1
      return source.withCString { cglslang_compile($0) }
    }
    defer { cglslang_free(result) }
    guard let words = result.words else {
      let log = result.log.map { String(cString: $0) } ?? "the compiler gave no reason"
      throw GPUError(
        .compilation, operation: "compiling \(name)",
        detail: CompilerLog(log, source: source, name: name).text)
    }
    let module = Array(UnsafeBufferPointer(start: words, count: result.word_count))
    let bytes = module.withUnsafeBytes { Array($0) }
    DiskCache.write(entry, number(key.count) + key + bytes)
    return module
  }

  /// An entry holds its whole key, so that two sources with one sum are not mixed up.
  private static func cached(_ entry: String, _ key: [UInt8]) -> [UInt32]? {
    guard let bytes = DiskCache.read(entry) else { return nil }
    let start = 8 + key.count
    guard
      bytes.count > start, (bytes.count - start) % 4 == 0, Array(bytes[..<8]) == number(key.count),
      bytes[8..<start].elementsEqual(key)
    else {
      DiskCache.remove(entry)
      return nil
    }
    return bytes[start...].withUnsafeBytes { words in
      (0..<(words.count / 4)).map { words.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// A compiler's messages made readable: `file:line: message`, the line, and a caret under the
/// culprit.
struct CompilerLog {
  let text: String

  /// Reads a log of lines such as `ERROR: 0:12: 'x' : undeclared identifier`.
  init(_ log: String, source: String, name: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    var seen: [String] = []
    for message in log.split(separator: "\n") {
      guard let entry = Self.entry(message, lines, name), !seen.contains(entry) else { continue }
      seen.append(entry)
    }
    text = seen.isEmpty ? log : seen.joined(separator: "\n")
  }

  private static func entry(
    _ message: Substring, _ lines: [Substring], _ name: String
  ) -> String? {
    guard message.hasPrefix("ERROR: ") else { return nil }
    let parts = message.dropFirst(7).split(
      separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let number = Int(parts[1]) else {
      // The compiler's own count of errors says nothing new.
      return message.contains("compilation errors") ? nil : String(message.dropFirst(7))
    }
    let file = parts[0] == "0" ? name : String(parts[0])
    let head = "\(file):\(number):\(parts[2])"
    guard let line = lineText(number, in: parts[0], lines) else { return head }
    return head + "\n  " + line + "\n  " + caret(under: line, parts[2])
  }

  /// The text of a line, `#line` directives honoured.
  private static func lineText(
    _ number: Int, in file: Substring, _ lines: [Substring]
  ) -> String? {
    var current = 0
    var currentFile: Substring = "0"
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.first == "#line", words.count > 1, let next = Int(words[1]) {
        current = next - 1
        if words.count > 2 { currentFile = Substring(words[2].filter { $0 != "\"" }) }
        continue
      }
      current += 1
      if current == number, currentFile == file { return String(line) }
    }
    return nil
  }

  /// A caret under the token that the message quotes, else under the line's start.
  private static func caret(under line: String, _ message: Substring) -> String {
    let quoted = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    var column = line.prefix { $0 == " " || $0 == "\t" }.count
    if quoted.count == 3, !quoted[1].isEmpty, let found = position(of: quoted[1], in: line) {
      column = found
    }
    return String(repeating: " ", count: column) + "^"
  }

  private static func position(of token: Substring, in line: String) -> Int? {
    let characters = Array(line)
    let wanted = Array(token)
    guard characters.count >= wanted.count else { return nil }
    func isWord(_ index: Int) -> Bool {
      characters.indices.contains(index)
        && (characters[index].isLetter || characters[index].isNumber || characters[index] == "_")
    }
    return (0...(characters.count - wanted.count)).first { start in
      characters[start..<(start + wanted.count)].elementsEqual(wanted)
        && !(isWord(start - 1) && isWord(start)) && !isWord(start + wanted.count)
    }
  }
}
