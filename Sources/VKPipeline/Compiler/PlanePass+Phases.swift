internal import VKCore

extension PlanePass {
  /// Periods of a phased row that an invocation handles: whole words along a row, some rows along a column.
  func periods(_ row: PhasedRow, vertical: Bool) -> Int {
    vertical ? max(1, 6 / row.phases.count) : max(1, lanes / stride)
  }

  /// Rows of words whose weights repeat; a word is read once for all rows that need it.
  func writeVertical(_ row: PhasedRow, in text: inout ShaderText) {
    let periods = periods(row, vertical: true)
    let count = row.phases.count * periods
    let outputs = (0..<count).map(row.output)
    let sums = (0..<count).map { "o\($0) = \(vector)(0.0)" }.joined(separator: ", ")
    text.main += "  int b = int(gl_GlobalInvocationID.y) * \(row.inputs * periods);\n"
    text.main += "  \(vector) c, \(sums);\n"
    for input in row.reach(periods: periods) {
      let uses = outputs.indices.filter { index in
        let tap = input - outputs[index].first
        return outputs[index].weights.indices.contains(tap) && outputs[index].weights[tap] != 0
      }
      guard !uses.isEmpty else { continue }
      text.main += "  c = word(row(b + (\(input))), x);"
      for index in uses {
        let weight = outputs[index].weights[input - outputs[index].first]
        text.main += " o\(index) += \(literal(weight)) * c;"
      }
      text.main += "\n"
    }
    for output in 0..<count { text.main += "  store(x, y + \(output), o\(output));\n" }
  }

  /// A piece of a row whose weights repeat.
  func writeHorizontal(_ row: PhasedRow, in text: inout ShaderText) {
    defineEdges(in: &text)
    let periods = periods(row, vertical: false)
    let step = row.inputs * periods * stride / lanes
    let reach = row.reach(periods: periods)
    let offsets =
      wordIndex(reach.lowerBound * stride)...wordIndex((reach.upperBound + 1) * stride - 1)
    text.main += "  uint r = row(y);\n  int b = int(gl_GlobalInvocationID.x) * \(step);\n"
    for offset in offsets {
      text.main += "  \(vector) \(wordName(offset)) = "
      text.main += "\(wordBeyond(offset, row: "r", base: "b", step: step));\n"
    }
    let perPeriod = row.phases.count * stride
    for word in 0..<tile.words {
      let values = (0..<lanes).map { index -> String in
        let sample = word * lanes + index
        let output = row.output(sample / perPeriod * row.phases.count + sample % perPeriod / stride)
        return output.weights.enumerated().filter { $1 != 0 }.map { tap, weight in
          let place = (output.first + tap) * stride + sample % stride
          return "\(literal(weight)) * \(sampleName(place))"
        }.joined(separator: " + ")
      }
      text.main +=
        "  store(x + \(word), y, \(vector)(\(values.joined(separator: ",\n    "))));\n"
    }
  }
}
