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
    text.bufferDeclaration(from, name: "words_a", type: "uint", access: "readonly")
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
        uint w = words_a[row + uint(clamp(i, 0, \(last)))];
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
    let threads = Size(columns, size.height)
    text.localSize = options.localSize(for: threads, kind: .plane)
    text.bufferDeclaration(bitsFrom, name: "words_a", type: "uint", access: "readonly")
    text.bufferDeclaration(to, name: "words_z", type: "uint", access: "writeonly")
    let start = target.start(plane, of: to, in: &text)
    text.main += guardText(threads)
    let words = 32 / lanes
    let count = window.count
    text.main += "  uint " + (0..<count).map { "e\($0) = ~0u" }.joined(separator: ", ") + ";\n"
    text.main += "  uint " + (0..<words).map { "o\($0) = 0u" }.joined(separator: ", ") + ";\n"
    let digits = Int.bitWidth - count.leadingZeroBitCount
    let rank = (0..<digits).map { "r\($0) = \(window.rank >> $0 & 1 == 1 ? "~0u" : "0u")" }
    text.main += "  uint \(rank.joined(separator: ", "));\n"
    text.main += "  for (int bit = \(bits - 1); bit >= 0; bit--) {\n"
    let rowWords = slices.strides[0] / 4
    var counter = BitCounter()
    for dy in -window.radiusY...window.radiusY {
      let row = "bit * \(size.height) + clamp(y + (\(dy)), 0, \(size.height - 1))"
      writeRow(dy, row, rowWords, &counter, in: &text)
    }
    text.main += counter.finished(digits: digits)
    writeDecision(digits, in: &text)
    for k in 0..<count { text.main += "  e\(k) = z\(k) ^ (e\(k) & m);\n" }
    for word in 0..<words {
      let nibble = word == 0 ? "m" : "m >> \(word * lanes)"
      let spread =
        lanes == 4
        ? "(\(nibble) & 15u) * 0x00204081u & 0x01010101u"
        : "(\(nibble) & 1u) | (\(nibble) & 2u) << 15"
      text.main += "  o\(word) |= (\(spread)) << bit;\n"
    }
    text.main += "  }\n"
    let targetWords = (size.width + lanes - 1) / lanes
    for word in 0..<words {
      let index = "x * \(words) + \(word)"
      text.main +=
        "  if (\(index) < \(targetWords)) words_z[\(start) + uint(y) * \(target.strides[plane] / 4)u + uint(\(index))] = o\(word);\n"
    }
    return Pass(
      name: "\(name), plane \(plane)", source: text.source, bindings: text.bindings,
      pushes: text.pushes, threads: threads, parameterSteps: [], filters: [name],
      bytesRead: slices.byteCount,
      bytesWritten: format.rowBytes(plane, width: source.size.width) * size.height)
  }

  /// Counts a window row's samples that have a 0 here and agree so far.
  private func writeRow(
    _ dy: Int, _ row: String, _ rowWords: Int, _ counter: inout BitCounter,
    in text: inout ShaderText
  ) {
    let name = dy < 0 ? "m\(-dy)" : "p\(dy)"
    text.main += "  uint i_\(name) = uint(\(row)) * \(rowWords)u + uint(x);\n"
    text.main += "  uint l_\(name) = words_a[i_\(name)], c_\(name) = words_a[i_\(name) + 1u]"
    text.main += ", r_\(name) = words_a[i_\(name) + 2u];\n"
    for dx in -window.radiusX...window.radiusX {
      let k = (dy + window.radiusY) * (2 * window.radiusX + 1) + dx + window.radiusX
      let shifted =
        dx == 0
        ? "c_\(name)"
        : dx > 0
          ? "(c_\(name) >> \(dx) | r_\(name) << \(32 - dx))"
          : "(c_\(name) << \(-dx) | l_\(name) >> \(32 + dx))"
      text.main += "  uint z\(k) = e\(k) & ~\(shifted);\n"
      counter.add("z\(k)")
      text.main += counter.take()
    }
  }

  /// `m`, the result's bit: 1 where no more zeros are left than the rank asks for, which then go off it.
  private func writeDecision(_ digits: Int, in text: inout ShaderText) {
    text.main += "  uint borrow = 0u;\n"
    for digit in 0..<digits {
      text.main += "  uint d\(digit) = r\(digit) ^ n\(digit) ^ borrow;\n"
      text.main +=
        "  borrow = (~r\(digit) & (n\(digit) | borrow)) | (n\(digit) & borrow);\n"
    }
    text.main += "  uint m = ~borrow;\n"
    for digit in 0..<digits {
      text.main += "  r\(digit) = (d\(digit) & m) | (r\(digit) & borrow);\n"
    }
  }
}

/// Writes the sum of many words' bits, place by place, as words of its binary digits.
private struct BitCounter {
  /// Words that wait to be added, by the power of two that they stand for.
  private var waiting: [[String]] = []
  private var made = 0
  private var lines = ""

  mutating func add(_ word: String, digit: Int = 0) {
    while waiting.count <= digit { waiting.append([]) }
    waiting[digit].append(word)
    guard waiting[digit].count == 3 else { return }
    let (a, b, c) = (waiting[digit][0], waiting[digit][1], waiting[digit][2])
    made += 1
    lines += "  uint t\(made) = \(a) ^ \(b), s\(made) = t\(made) ^ \(c)"
    lines += ", k\(made) = (\(a) & \(b)) | (t\(made) & \(c));\n"
    waiting[digit] = ["s\(made)"]
    add("k\(made)", digit: digit + 1)
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
      lines += "  uint s\(made) = \(a) ^ \(b), k\(made) = \(a) & \(b);\n"
      waiting[digit] = ["s\(made)"]
      add("k\(made)", digit: digit + 1)
    }
    for digit in 0..<digits {
      let word = waiting.indices.contains(digit) ? waiting[digit].first : nil
      lines += "  uint n\(digit) = \(word ?? "0u");\n"
    }
    return take()
  }
}
