internal import VKCore

extension PlanePass {
  /// A column of words, eight rows an invocation; a word is read once for all rows that need it.
  func writeVertical(_ weights: [Double], in text: inout ShaderText) {
    let radius = weights.count / 2
    let rows = tile.rows
    let sums = (0..<rows).map { "o\($0) = \(vector)(0.0)" }.joined(separator: ", ")
    text.main += "  \(vector) c, \(sums);\n"
    for t in -radius...(radius + rows - 1) {
      let uses = (0..<rows).filter { abs(t - $0) <= radius && weights[t - $0 + radius] != 0 }
      guard !uses.isEmpty else { continue }
      text.main += "  c = word(row(y + (\(t))), x);"
      for output in uses {
        text.main += " o\(output) += \(literal(weights[t - output + radius])) * c;"
      }
      text.main += "\n"
    }
    for output in 0..<rows { text.main += "  store(x, y + \(output), o\(output));\n" }
  }

  /// A piece of a row, two words an invocation.
  func writeHorizontal(_ weights: [Double], in text: inout ShaderText) {
    defineEdges(in: &text)
    let radius = weights.count / 2
    let reach = (radius * stride + lanes - 1) / lanes
    text.main += "  uint r = row(y);\n"
    for offset in -reach...(reach + tile.words - 1) {
      text.main += "  \(vector) \(wordName(offset)) = \(wordBeyond(offset, row: "r"));\n"
    }
    for word in 0..<tile.words {
      let values = (0..<lanes).map { index -> String in
        let terms = rowTerms(weights, around: word * lanes + index)
        return terms.isEmpty ? "0.0" : terms.joined(separator: " + ")
      }
      text.main += "  store(x + \(word), y, \(vector)(\(values.joined(separator: ",\n    "))));\n"
    }
  }

  /// The products that make up one sample of a row; equal weights either side share a multiplication.
  private func rowTerms(_ weights: [Double], around sample: Int) -> [String] {
    let radius = weights.count / 2
    var terms: [String] = []
    for tap in 0...radius {
      let (left, right) = (weights[radius - tap], weights[radius + tap])
      let before = sampleName(sample - tap * stride)
      let after = sampleName(sample + tap * stride)
      if tap > 0, left == right {
        if left != 0 { terms.append("\(literal(left)) * (\(before) + \(after))") }
        continue
      }
      if left != 0 { terms.append("\(literal(left)) * \(before)") }
      if tap > 0, right != 0 { terms.append("\(literal(right)) * \(after)") }
    }
    return terms
  }

  /// A word column, four rows an invocation, neighbours on all sides.
  func writeMatrix(_ weights: [[Double]], in text: inout ShaderText) {
    defineEdges(in: &text)
    let radiusY = weights.count / 2
    let radiusX = (weights.first?.count ?? 1) / 2
    let reach = (radiusX * stride + lanes - 1) / lanes
    text.main += "  uint r;\n"
    for output in 0..<tile.rows { text.main += "  \(vector) o\(output) = \(vector)(0.0);\n" }
    for t in -radiusY...(radiusY + tile.rows - 1) {
      text.main += "  {\n  r = row(y + (\(t)));\n"
      for offset in -reach...reach {
        text.main += "  \(vector) \(wordName(offset)) = \(wordBeyond(offset, row: "r"));\n"
      }
      for output in 0..<tile.rows where abs(t - output) <= radiusY {
        for tap in -radiusX...radiusX {
          let weight = weights[t - output + radiusY][tap + radiusX]
          guard weight != 0 else { continue }
          let lanes = (0..<lanes).map { sampleName($0 + tap * stride) }
          text.main +=
            "  o\(output) += \(literal(weight)) * \(vector)(\(lanes.joined(separator: ", ")));\n"
        }
      }
      text.main += "  }\n"
    }
    for output in 0..<tile.rows { text.main += "  store(x, y + \(output), o\(output));\n" }
  }

  /// One output word; its rows and weights come from a table by output row.
  func writeRows(table: Int, count: Int, in text: inout ShaderText) {
    text.bufferDeclaration(.table(table), name: "weights", type: "float", access: "readonly")
    text.main += """
        int t = y * \(count + 1), first = int(weights[t]);
        \(vector) o = \(vector)(0.0);
        for (int k = 0; k < \(count); k++) o += weights[t + 1 + k] * word(row(first + k), x);
        store(x, y, o);

      """
  }

  /// One output word; each sample's columns and weights come from a table by output column.
  func writeColumns(table: Int, count: Int, in text: inout ShaderText) {
    text.bufferDeclaration(.table(table), name: "weights", type: "float", access: "readonly")
    let last = sourceSize.width - 1
    text.functions += """
      float get(uint row, int column, int part) {
        int s = clamp(column, 0, \(last)) * \(stride) + part;
        \(vector) w = word(row, s / \(lanes));
        return \(lanes == 1 ? "w" : "w[s % \(lanes)]");
      }
      float resampled(uint row, int column, int part) {
        int t = min(column, \(targetSize.width - 1)) * \(count + 1), first = int(weights[t]);
        float o = 0.0;
        for (int k = 0; k < \(count); k++) o += weights[t + 1 + k] * get(row, first + k, part);
        return o;
      }

      """
    let parts = (0..<lanes).map { index in
      "resampled(r, (x * \(lanes) + \(index)) / \(stride), \(index % stride))"
    }
    text.main += "  uint r = row(y);\n"
    text.main += "  store(x, y, \(vector)(\(parts.joined(separator: ", "))));\n"
  }

  /// As `writeVertical`, with the weights in a table.
  func writeLongVertical(_ table: Int, _ radius: Int, in text: inout ShaderText) {
    text.bufferDeclaration(.table(table), name: "weights", type: "float", access: "readonly")
    let rows = tile.rows
    let sums = (0..<rows).map { "o\($0) = \(vector)(0.0)" }.joined(separator: ", ")
    text.main += "  \(vector) \(sums);\n"
    text.main += "  for (int t = -\(radius); t <= \(radius + rows - 1); t++) {\n"
    text.main += "    \(vector) c = word(row(y + t), x);\n"
    for output in 0..<rows {
      text.main +=
        "    o\(output) += weights[t + \(radius + Self.padding - output)] * c;\n"
    }
    text.main += "  }\n"
    for output in 0..<rows { text.main += "  store(x, y + \(output), o\(output));\n" }
  }

  /// As `writeHorizontal`, with the weights in a table.
  func writeLongHorizontal(_ table: Int, _ radius: Int, in text: inout ShaderText) {
    text.bufferDeclaration(.table(table), name: "weights", type: "float", access: "readonly")
    defineEdges(in: &text)
    let reach = (radius * stride + lanes - 1) / lanes
    let outputs = tile.words * lanes
    let sums = (0..<outputs).map { "o\($0) = 0.0" }.joined(separator: ", ")
    text.main += "  uint r = row(y);\n  float \(sums);\n"
    text.main += "  for (int j = -\(reach); j <= \(reach + tile.words - 1); j++) {\n"
    text.main +=
      "    int i = x + j, t = j * \(max(lanes / stride, 1)) + \(radius + Self.padding);\n"
    text.main +=
      "    \(vector) c = right(left(word(r, clamp(i, 0, \(words - 1))), i), i);\n"
    for output in 0..<outputs {
      for index in 0..<lanes where (index - output) % stride == 0 {
        text.main +=
          "    o\(output) += weights[t + (\((index - output) / stride))] * c.\(lane(index));\n"
      }
    }
    text.main += "  }\n"
    for word in 0..<tile.words {
      let parts = (0..<lanes).map { "o\(word * lanes + $0)" }.joined(separator: ", ")
      text.main += "  store(x + \(word), y, \(vector)(\(parts)));\n"
    }
  }

  func wordName(_ offset: Int) -> String { offset < 0 ? "m\(-offset)" : "p\(offset)" }

  /// The word that holds the sample at this distance from the first of the tile.
  func wordIndex(_ sample: Int) -> Int {
    sample >= 0 ? sample / lanes : -((-sample + lanes - 1) / lanes)
  }

  /// The lane that holds the sample at this distance from the first of the tile.
  func sampleName(_ sample: Int) -> String {
    let word = wordIndex(sample)
    return source.samples.sample(wordName(word), sample - word * lanes)
  }
}
