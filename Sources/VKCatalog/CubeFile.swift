public import VKCore

extension LookupTable {
  /// The largest cube that is read: 129 entries along an axis.
  public static let largestCube = 129
  /// The longest curve that is read.
  public static let longestCurve = 65536

  /// Reads a `.cube` file: a cube, or one curve a channel.
  ///
  /// Title, comments, blank lines, `DOMAIN_MIN`/`DOMAIN_MAX` and
  /// `LUT_1D_INPUT_RANGE`/`LUT_3D_INPUT_RANGE` are understood, in any line ending, with or without
  /// a byte order mark; numbers are read alike in every locale.
  ///
  /// - Throws: `FilterError` with the file, the line and what is wrong.
  public init(contentsOfCubeFile path: String) throws(FilterError) {
    try self.init(cubeFile: try bytesOfFile(path), name: path)
  }

  /// Reads the bytes of a `.cube` file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: what errors call the file.
  /// - Throws: `FilterError` with `name`, the line and what is wrong.
  public init(cubeFile bytes: [UInt8], name: String) throws(FilterError) {
    var reader = CubeReader(name: name)
    for line in bytes.cubeLines { try reader.take(line) }
    self = try reader.table()
  }
}

extension [UInt8] {
  /// Lines ended by LF, CR LF or CR, without a byte order mark.
  fileprivate var cubeLines: [ArraySlice<UInt8>] {
    let start = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return self[start...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .flatMap { line -> [ArraySlice<UInt8>] in
        let body = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        return body.split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)
      }
  }
}

/// Takes a `.cube` file line by line.
private struct CubeReader {
  let name: String
  private var line = 0
  private var kind: LookupTable.Kind?
  private var size = 0
  private var minimum = SIMD3<Float>.zero
  private var maximum = SIMD3<Float>.one
  private var entries: [SIMD4<Float>] = []

  init(name: String) { self.name = name }

  private var expected: Int { kind == .cube ? size * size * size : size }

  private var sizeWord: String { "LUT_\(kind == .cube ? 3 : 1)D_SIZE \(size)" }

  private func failure(_ detail: String) -> FilterError {
    FilterError(.invalidFile, "\(name):\(line): \(detail)")
  }

  mutating func take(_ text: ArraySlice<UInt8>) throws(FilterError) {
    line += 1
    let words = text.prefix { $0 != UInt8(ascii: "#") || isInsideTitle(text) }
      .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = words.first, let letter = first.first else { return }
    guard letter < UInt8(ascii: "A") else {
      return try takeKeyword(String(decoding: first, as: UTF8.self), words.dropFirst())
    }
    try takeEntry(words)
  }

  private func isInsideTitle(_ text: ArraySlice<UInt8>) -> Bool {
    text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.starts(
      with: Array("TITLE".utf8))
  }

  private mutating func takeKeyword(
    _ word: String, _ rest: ArraySlice<ArraySlice<UInt8>>
  ) throws(FilterError) {
    switch word {
    case "TITLE": return
    case "LUT_1D_SIZE": try takeSize(.curve, rest, limit: LookupTable.longestCurve)
    case "LUT_3D_SIZE": try takeSize(.cube, rest, limit: LookupTable.largestCube)
    case "DOMAIN_MIN": minimum = try triple(rest, after: word)
    case "DOMAIN_MAX": maximum = try triple(rest, after: word)
    case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
      let range = try numbers(rest, count: 2, after: word)
      minimum = SIMD3(repeating: range[0])
      maximum = SIMD3(repeating: range[1])
    default: throw failure("'\(printable(word))' is not a word of .cube files")
    }
  }

  private mutating func takeSize(
    _ newKind: LookupTable.Kind, _ rest: ArraySlice<ArraySlice<UInt8>>, limit: Int
  ) throws(FilterError) {
    guard kind == nil else {
      throw failure("a second size; a curve before a cube is not supported, nor are two tables")
    }
    let text = String(decoding: rest.first ?? [], as: UTF8.self)
    guard rest.count == 1, let value = Int(text), (2...limit).contains(value) else {
      let what = newKind == .cube ? "a cube's" : "a curve's"
      throw failure("'\(printable(text))' is not \(what) size, which is 2 to \(limit)")
    }
    kind = newKind
    size = value
  }

  private mutating func takeEntry(_ words: [ArraySlice<UInt8>]) throws(FilterError) {
    guard kind != nil else { throw failure("numbers before LUT_1D_SIZE or LUT_3D_SIZE") }
    guard entries.count < expected else {
      throw failure("more than the \(expected) entries of \(sizeWord)")
    }
    entries.append(SIMD4(try triple(words[...], after: "an entry"), 1))
  }

  private func triple(
    _ words: ArraySlice<ArraySlice<UInt8>>, after what: String
  ) throws(FilterError) -> SIMD3<Float> {
    let values = try numbers(words, count: 3, after: what)
    return SIMD3(values[0], values[1], values[2])
  }

  private func numbers(
    _ words: ArraySlice<ArraySlice<UInt8>>, count: Int, after what: String
  ) throws(FilterError) -> [Float] {
    guard words.count == count else {
      throw failure("\(what) has \(words.count) numbers, not \(count)")
    }
    var result: [Float] = []
    for word in words {
      guard let value = decimal(word), Float(value).isFinite else {
        throw failure("'\(printable(String(decoding: word, as: UTF8.self)))' is not a number")
      }
      result.append(Float(value))
    }
    return result
  }

  func table() throws(FilterError) -> LookupTable {
    guard let kind else {
      throw FilterError(
        .invalidFile, "\(name): is not a .cube file: LUT_1D_SIZE or LUT_3D_SIZE is missing")
    }
    guard entries.count == expected else {
      throw failure(
        "the file ends after \(entries.count) of the \(expected) entries of \(sizeWord)")
    }
    for channel in 0..<3 where !(minimum[channel] < maximum[channel]) {
      throw FilterError(.invalidFile, "\(name): the domain's minimum is not below its maximum")
    }
    return LookupTable(
      kind: kind, size: size, entries: entries, domainMinimum: minimum, domainMaximum: maximum)
  }
}
