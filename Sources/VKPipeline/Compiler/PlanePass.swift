internal import VKCore

/// Writes a linear filter's pass over one stored plane: a tile of rows and words an invocation, no colour conversion.
struct PlanePass {
  enum Weights {
    /// One column of weights, top first.
    case vertical([Double])
    /// One row of weights.
    case horizontal([Double])
    /// Rows of weights.
    case matrix([[Double]])
    /// A table: the first source position and `count` weights for each output position.
    case positions(table: Int, count: Int, vertical: Bool)
    /// A row or column whose weights repeat after some outputs.
    case phases(PhasedRow, vertical: Bool)
    /// No weights, but a kernel that sees planes one by one, perhaps with a table.
    case kernel(KernelText, table: Int?)
    /// A table: `radius` weights either side of the middle, padded with `padding` zeros at both ends.
    case long(table: Int, radius: Int, vertical: Bool)
  }

  /// Zeros at both ends of a long row of weights, so that a tile's outer pixels can read past it.
  static let padding = 16
  /// The longest half row of weights that is written out as literals.
  static let longestLiteral = 24

  let name: String
  let weights: Weights
  let plane: Int
  let source: StoredSurface
  let from: Resource
  let target: StoredSurface
  let to: Resource
  /// Planes between passes keep all bits of their words; others are rounded to the format's depth.
  let options: ChainOptions

  var format: PixelFormat { source.format }
  /// Samples a word.
  var lanes: Int { source.samples.lanes }
  var vector: String { source.samples.vector }
  /// Samples from a pixel of the plane to its right neighbour.
  var stride: Int { format.step(plane) / format.bytesPerSample }
  var sourceSize: Size { format.planeSize(plane, of: source.size) }
  var targetSize: Size { format.planeSize(plane, of: target.size) }
  /// Samples of a source row.
  var samples: Int { sourceSize.width * stride }
  /// Words of a source row, the last perhaps in part.
  var words: Int { (samples + lanes - 1) / lanes }
  var targetWords: Int { (targetSize.width * stride + lanes - 1) / lanes }

  /// Rows and words of an invocation's tile.
  var tile: (words: Int, rows: Int) {
    switch weights {
    case .vertical: (1, options.tuning.columnRows ?? 8)
    case .horizontal: (options.tuning.rowWords ?? 2, 1)
    case .matrix: (1, 4)
    case .kernel: (4 / lanes, 4)
    case .positions: (1, 1)
    case .phases(let row, true): (1, row.phases.count * periods(row, vertical: true))
    case .phases(let row, false):
      (row.phases.count * periods(row, vertical: false) * stride / lanes, 1)
    case .long(_, _, let vertical): vertical ? (1, 8) : (2, 1)
    }
  }

  private var direction: String {
    switch weights {
    case .vertical, .positions(_, _, true), .phases(_, true), .long(_, _, true): " vertical"
    case .horizontal, .positions(_, _, false), .phases(_, false), .long(_, _, false):
      " horizontal"
    case .matrix, .kernel: ""
    }
  }

  /// The pass.
  func written() -> Pass {
    var text = ShaderText()
    let tile = tile
    let threads = Size(
      (targetWords + tile.words - 1) / tile.words, (targetSize.height + tile.rows - 1) / tile.rows)
    text.localSize = options.localSize(for: threads, kind: .plane)
    let reader = StoredReader(surface: source, resource: from, name: "a")
    let isSampled = if case .positions(_, _, false) = weights { true } else { false }
    reader.declare(in: &text, asTexels: !isSampled && options.readsTexels(of: source, bytes: 4))
    text.bufferDeclaration(
      to, name: "words_z", type: target.samples.element, access: "writeonly")
    defineStore(in: &text)
    text.main += """
        if (gl_GlobalInvocationID.x >= \(threads.width)u || gl_GlobalInvocationID.y >= \(threads.height)u) return;
        int x = int(gl_GlobalInvocationID.x) * \(tile.words), y = int(gl_GlobalInvocationID.y) * \(tile.rows);

      """
    let start = source.start(plane, of: from, in: &text)
    var parameterSteps: [Int] = []
    defineLoad(start: start, in: &text)
    switch weights {
    case .vertical(let weights): writeVertical(weights, in: &text)
    case .horizontal(let weights): writeHorizontal(weights, in: &text)
    case .matrix(let weights): writeMatrix(weights, in: &text)
    case .kernel(let kernel, let table):
      writeKernel(kernel, table: table, in: &text)
      if kernel.hasParameters { parameterSteps = [kernel.step.index] }
    case .phases(let row, true): writeVertical(row, in: &text)
    case .phases(let row, false): writeHorizontal(row, in: &text)
    case .positions(let table, let count, true): writeRows(table: table, count: count, in: &text)
    case .positions(let table, let count, false):
      writeColumns(table: table, count: count, in: &text)
    case .long(let table, let radius, true): writeLongVertical(table, radius, in: &text)
    case .long(let table, let radius, false): writeLongHorizontal(table, radius, in: &text)
    }
    return Pass(
      name: "\(name)\(direction), plane \(plane)", source: text.source, bindings: text.bindings,
      pushes: text.pushes, threads: threads, parameterSteps: parameterSteps, filters: [name],
      bytesRead: format.rowBytes(plane, width: source.size.width) * sourceSize.height,
      bytesWritten: format.rowBytes(plane, width: target.size.width) * targetSize.height)
  }

  /// `row(y)`: where a row starts; `load_a(row + x)` reads a word of it.
  private func defineLoad(start: String, in text: inout ShaderText) {
    let bytes = source.strides[plane]
    let unit = source.isAligned ? 1 : 4
    let rowStride = source.isAligned ? bytes / source.elementLength : bytes
    text.functions +=
      "uint row(int y) { return \(start) + uint(clamp(y, 0, \(sourceSize.height - 1))) * \(rowStride)u; }\n"
    text.functions +=
      "\(vector) word(uint row, int x) { return load_a(row + uint(x) * \(unit)u); }\n"
  }

  private func defineStore(in text: inout ShaderText) {
    let start = target.start(plane, of: to, in: &text)
    var pack = target.samples.packed("c")
    if !target.isWide, !format.isFloat, format.shift > 0 {
      let unit = Double(65535) / Double(1 << format.shift)
      let maximum = format.maximumCode
      text.functions +=
        "uint packed(vec2 c) { uvec2 v = min(uvec2(clamp(c, 0.0, 1.0) * \(literal(unit)) + 0.5), uvec2(\(maximum))); return v.x << \(format.shift) | v.y << \(16 + format.shift); }\n"
      pack = "packed(c)"
    } else if !target.isWide, !format.isFloat, lanes == 2, format.bitDepth < 16 {
      pack = target.samples.packed("min(c, \(literal(Double(format.maximumCode) / 65535)))")
    }
    text.functions += """
      void store(int x, int y, \(vector) c) {
        if (x < \(targetWords) && y < \(targetSize.height)) words_z[\(start) + uint(y) * \(target.strides[plane] / target.elementLength)u + uint(x)] = \(pack);
      }

      """
  }

  /// Defines `left(c, i)` and `right(c, i)`: word `i`, loaded from its clamped place, as if the row went on with its edge's pixel.
  func defineEdges(in text: inout ShaderText) {
    let last = words - 1
    let valid = samples - last * lanes
    func repeated(_ pixel: Int) -> String {
      if stride >= lanes { return "c" }
      return (0..<lanes).map { source.samples.sample("c", pixel * stride + $0 % stride) }
        .joined(separator: ", ")
    }
    let end = valid / stride - 1
    text.functions +=
      "\(vector) left(\(vector) c, int i) { return i < 0 ? \(vector)(\(repeated(0))) : c; }\n"
    var partial = "c"
    if valid < lanes {
      let parts = (0..<lanes).map { index in
        "c.\(lane(index < valid ? index : end * stride + index % stride))"
      }
      partial = "(i == \(last) ? \(vector)(\(parts.joined(separator: ", "))) : c)"
    }
    text.functions +=
      "\(vector) right(\(vector) c, int i) { return i > \(last) ? \(vector)(\(repeated(end))) : \(partial); }\n"
  }

  /// The expression of word `base + offset` of a row, continued beyond the edges.
  ///
  /// - Parameters:
  ///   - offset: words from the base.
  ///   - row: the variable that holds where the row starts.
  ///   - base: the variable that holds the invocation's first word.
  ///   - step: words from an invocation's base to the next one's.
  /// - Returns: the expression.
  func wordBeyond(_ offset: Int, row: String, base: String = "x", step: Int? = nil) -> String {
    let index = "\(base) + (\(offset))"
    let lastBase = ((targetWords + tile.words - 1) / tile.words - 1) * (step ?? tile.words)
    let isBefore = offset < 0
    let isBehind = lastBase + offset > (samples % lanes == 0 ? words - 1 : words - 2)
    guard isBefore || isBehind else { return "word(\(row), \(index))" }
    var load = "word(\(row), clamp(\(index), 0, \(words - 1)))"
    if isBefore { load = "left(\(load), \(index))" }
    return isBehind ? "right(\(load), \(index))" : load
  }
}
