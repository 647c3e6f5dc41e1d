internal import VKCore

/// Writes the two passes of a rank filter over one plane of whole codes: the plane's bits apart, and the choice.
///
/// A word holds one bit of 32 samples of a row, so that one instruction compares and counts for all of them. From the highest bit
/// down, the samples of a window that still agree with the result are counted where they have a 0: if those are more than the rank
/// asks for, so has the result.
///
/// Source: Danielsson, Getting the median faster, 1981, for the search; the counting is by carry-save adders.
struct RankPass {
  let name: String
  let window: RankWindow
  let plane: Int
  let source: StoredSurface
  let from: Resource

  private var format: PixelFormat { source.format }
  private var size: Size { format.planeSize(plane, of: source.size) }
  private var bits: Int { format.bitDepth }
  /// Samples a word of the picture.
  private var lanes: Int { 4 / format.bytesPerSample }
  /// Words of 32 samples a row, without the one at either end that repeats the edge.
  private var columns: Int { (size.width + 31) / 32 }

  /// What holds the bits: for each bit from the lowest the rows of words.
  func surface() throws(FilterError) -> StoredSurface {
    try StoredSurface(
      format: .gray8, size: Size((columns + 2) * 4, size.height * bits), colorSpace: .unspecified,
      alphaMode: source.alphaMode)
  }

  /// The pass that takes the bits apart.
  func slicing(to target: StoredSurface, _ to: Resource, _ options: ChainOptions) -> Pass {
    var text = ShaderText()
    let threads = Size(columns + 2, size.height)
    text.localSize = options.localSize(for: threads, kind: .plane)
    text.words(from, name: "a", asTexels: options.readsTexels(of: source, bytes: 4))
    text.bufferDeclaration(to, name: "words_z", type: "uint", access: "writeonly")
    let start = source.start(plane, of: from, in: &text)
    defineEdges(in: &text)
    text.main += guardText(threads)
    text.main += "  uint row = \(start) + uint(y) * \(source.strides[plane] / 4)u;\n"
    let words = 32 / lanes
    for word in 0..<words {
      text.main += "  uint w\(word) = edged(row, (x - 1) * \(words) + \(word));\n"
    }
    let rowWords = target.strides[0] / 4
    for bit in 0..<bits {
      let parts = (0..<words).map { word -> String in
        let shifted = bit == 0 ? "w\(word)" : "w\(word) >> \(bit)"
        let gathered =
          lanes == 4
          ? "((\(shifted) & 0x01010101u) * 0x01020408u >> 24)"
          : "(\(shifted) & 1u | w\(word) >> \(bit + 15) & 2u)"
        return word == 0 ? gathered : "\(gathered) << \(word * lanes)"
      }
      text.main +=
        "  words_z[uint(y + \(bit * size.height)) * \(rowWords)u + uint(x)] = \(parts.joined(separator: " | "));\n"
    }
    return Pass(
      name: "\(name) bits, plane \(plane)", source: text.source, bindings: text.bindings,
      pushes: text.pushes, threads: threads, parameterSteps: [], filters: [name],
      bytesRead: format.rowBytes(plane, width: source.size.width) * size.height,
      bytesWritten: target.byteCount)
  }

  /// `edged(row, i)`: word `i` of a row, as if the row went on with its edge's samples.
  private func defineEdges(in text: inout ShaderText) {
    let last = (size.width + lanes - 1) / lanes - 1
    let width = 32 / lanes
    let (one, mask) = lanes == 4 ? ("0x01010101u", "255u") : ("0x00010001u", "65535u")
    let valid = size.width - last * lanes
    let end = (valid - 1) * width
    let low: UInt32 = valid == lanes ? .max : (1 << (valid * width)) - 1
    text.functions += """
      uint edged(uint row, int i) {
        uint w = load_a(row + uint(clamp(i, 0, \(last))));
        uint first = (w & \(mask)) * \(one), final = (w >> \(end) & \(mask)) * \(one);
        if (i == \(last)) w = w & \(low)u | final & ~\(low)u;
        return i < 0 ? first : i > \(last) ? final : w;
      }

      """
  }

  private func guardText(_ threads: Size) -> String {
    """
      if (gl_GlobalInvocationID.x >= \(threads.width)u || gl_GlobalInvocationID.y >= \(threads.height)u) return;
      int x = int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);

    """
  }

  /// The pass that chooses.
  func choosing(
    from slices: StoredSurface, _ bitsFrom: Resource, to target: StoredSurface, _ to: Resource,
    _ options: ChainOptions
  ) -> Pass {
    var text = ShaderText()
    let threads = Size(columns, (size.height + Self.rows - 1) / Self.rows)
    text.localSize = options.localSize(for: threads, kind: .plane)
    text.words(bitsFrom, name: "a", asTexels: options.readsTexels(of: slices, bytes: 4))
    text.bufferDeclaration(to, name: "words_z", type: "uint", access: "writeonly")
    let start = target.start(plane, of: to, in: &text)
    text.main += guardText(threads)
    if Self.rows > 1 { text.main += "  y *= \(Self.rows);\n" }
    var choices = (0..<Self.rows).map { RankChoice(row: $0, window: window) }
    for choice in choices { choice.declare(lanes: lanes, in: &text) }
    text.main += "  for (int bit = \(bits - 1); bit >= 0; bit--) {\n"
    for dy in -window.radiusY...(window.radiusY + Self.rows - 1) {
      writeRow(dy, slices.strides[0] / 4, &choices, in: &text)
    }
    for index in choices.indices { choices[index].decide(lanes: lanes, in: &text) }
    text.main += "  }\n"
    let targetWords = (size.width + lanes - 1) / lanes
    for choice in choices {
      let isThere = choice.row == 0 ? "" : "y + \(choice.row) < \(size.height) && "
      for word in 0..<(32 / lanes) {
        let index = "x * \(32 / lanes) + \(word)"
        text.main +=
          "  if (\(isThere)\(index) < \(targetWords)) words_z[\(start) + uint(y + \(choice.row)) * \(target.strides[plane] / 4)u + uint(\(index))] = o\(choice.row)_\(word);\n"
      }
    }
    return Pass(
      name: "\(name), plane \(plane)", source: text.source, bindings: text.bindings,
      pushes: text.pushes, threads: threads, parameterSteps: [], filters: [name],
      bytesRead: slices.byteCount,
      bytesWritten: format.rowBytes(plane, width: source.size.width) * size.height)
  }

  /// Rows that an invocation works on: their windows share most of what they read.
  private static let rows = 2

  /// Reads a row of bits and lets those choices count it whose windows it belongs to.
  private func writeRow(
    _ dy: Int, _ rowWords: Int, _ choices: inout [RankChoice], in text: inout ShaderText
  ) {
    let name = dy < 0 ? "m\(-dy)" : "p\(dy)"
    let row = "bit * \(size.height) + clamp(y + (\(dy)), 0, \(size.height - 1))"
    text.main += "  uint i_\(name) = uint(\(row)) * \(rowWords)u + uint(x);\n"
    text.main += "  uint l_\(name) = load_a(i_\(name)), c_\(name) = load_a(i_\(name) + 1u)"
    text.main += ", r_\(name) = load_a(i_\(name) + 2u);\n"
    for dx in -window.radiusX...window.radiusX {
      let shifted =
        dx == 0
        ? "c_\(name)"
        : dx > 0
          ? "(c_\(name) >> \(dx) | r_\(name) << \(32 - dx))"
          : "(c_\(name) << \(-dx) | l_\(name) >> \(32 + dx))"
      let sample = "h_\(name)_\(dx + window.radiusX)"
      text.main += "  uint \(sample) = ~\(shifted);\n"
      for index in choices.indices { choices[index].count(sample, dx: dx, dy: dy, in: &text) }
    }
  }
}

/// Writes how one row's samples are chosen, each from its window.
private struct RankChoice {
  /// The row among those of an invocation.
  let row: Int
  let window: RankWindow
  private var counter: BitCounter

  init(row: Int, window: RankWindow) {
    self.row = row
    self.window = window
    counter = BitCounter(prefix: "\(row)_")
  }

  private var digits: Int { Int.bitWidth - window.count.leadingZeroBitCount }

  /// Declares which samples still agree, the result, and the rank that is left.
  func declare(lanes: Int, in text: inout ShaderText) {
    let agreeing = (0..<window.count).map { "e\(row)_\($0) = ~0u" }
    let results = (0..<(32 / lanes)).map { "o\(row)_\($0) = 0u" }
    let rank = (0..<digits).map { "r\(row)_\($0) = \(window.rank >> $0 & 1 == 1 ? "~0u" : "0u")" }
    for list in [agreeing, results, rank] {
      text.main += "  uint \(list.joined(separator: ", "));\n"
    }
  }

  /// Counts a sample of the window, if it is one, where it has a 0 here (`sample` has a 1 there) and agrees so far.
  mutating func count(_ sample: String, dx: Int, dy: Int, in text: inout ShaderText) {
    let line = dy - row + window.radiusY
    guard (0...(2 * window.radiusY)).contains(line) else { return }
    let k = line * (2 * window.radiusX + 1) + dx + window.radiusX
    text.main += "  uint z\(row)_\(k) = e\(row)_\(k) & \(sample);\n"
    counter.add("z\(row)_\(k)")
    text.main += counter.take()
  }

  /// Finds the result's bit: 1 where no more zeros are left than the rank asks for, which then go off it.
  mutating func decide(lanes: Int, in text: inout ShaderText) {
    text.main += counter.finished(digits: digits)
    counter = BitCounter(prefix: "\(row)_")
    let borrow = "borrow\(row)", m = "m\(row)"
    text.main += "  uint \(borrow) = 0u;\n"
    for digit in 0..<digits {
      let (r, n) = ("r\(row)_\(digit)", "n\(row)_\(digit)")
      text.main += "  uint d\(row)_\(digit) = \(r) ^ \(n) ^ \(borrow);\n"
      text.main += "  \(borrow) = (~\(r) & (\(n) | \(borrow))) | (\(n) & \(borrow));\n"
    }
    text.main += "  uint \(m) = ~\(borrow);\n"
    for digit in 0..<digits {
      let r = "r\(row)_\(digit)"
      text.main += "  \(r) = (d\(row)_\(digit) & \(m)) | (\(r) & \(borrow));\n"
    }
    for k in 0..<window.count {
      text.main += "  e\(row)_\(k) = z\(row)_\(k) ^ (e\(row)_\(k) & \(m));\n"
    }
    for word in 0..<(32 / lanes) {
      let nibble = word == 0 ? m : "\(m) >> \(word * lanes)"
      let spread =
        lanes == 4
        ? "(\(nibble) & 15u) * 0x00204081u & 0x01010101u"
        : "(\(nibble) & 1u) | (\(nibble) & 2u) << 15"
      text.main += "  o\(row)_\(word) |= (\(spread)) << bit;\n"
    }
  }
}

/// Writes the sum of many words' bits, place by place, as words of its binary digits.
private struct BitCounter {
  /// Words that wait to be added, by the power of two that they stand for.
  private var waiting: [[String]] = []
  private var made = 0
  private var lines = ""
  /// What its names have after their letter.
  private let prefix: String

  init(prefix: String) { self.prefix = prefix }

  mutating func add(_ word: String, digit: Int = 0) {
    while waiting.count <= digit { waiting.append([]) }
    waiting[digit].append(word)
    guard waiting[digit].count == 3 else { return }
    let (a, b, c) = (waiting[digit][0], waiting[digit][1], waiting[digit][2])
    made += 1
    lines += "  uint t\(prefix)\(made) = \(a) ^ \(b), s\(prefix)\(made) = t\(prefix)\(made) ^ \(c)"
    lines += ", k\(prefix)\(made) = (\(a) & \(b)) | (t\(prefix)\(made) & \(c));\n"
    waiting[digit] = ["s\(prefix)\(made)"]
    add("k\(prefix)\(made)", digit: digit + 1)
  }

  /// The lines written since the last call.
  mutating func take() -> String {
    defer { lines = "" }
    return lines
  }

  /// The lines that define `n0`, `n1`, …: the digits of the sum.
  mutating func finished(digits: Int) -> String {
    for digit in 0..<digits where waiting.indices.contains(digit) && waiting[digit].count == 2 {
      let (a, b) = (waiting[digit][0], waiting[digit][1])
      made += 1
      lines += "  uint s\(prefix)\(made) = \(a) ^ \(b), k\(prefix)\(made) = \(a) & \(b);\n"
      waiting[digit] = ["s\(prefix)\(made)"]
      add("k\(prefix)\(made)", digit: digit + 1)
    }
    for digit in 0..<digits {
      let word = waiting.indices.contains(digit) ? waiting[digit].first : nil
      lines += "  uint n\(prefix)\(digit) = \(word ?? "0u");\n"
    }
    return take()
  }
}
