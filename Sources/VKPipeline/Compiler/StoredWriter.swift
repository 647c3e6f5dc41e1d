internal import VKCore

/// Writes the storing of a block of RGBA pixels into a surface that the engine has laid out.
///
/// Words are written whole: rows are padded to a multiple of 64 bytes, so what lies beyond the last pixel is padding.
struct StoredWriter {
  let surface: StoredSurface
  let resource: Resource
  let name: String
  /// Whether the pixels to store are Y′CbCr codes over 255 instead of RGB.
  var isCoded = false
  /// Whether words are stored as they come and no samples put together.
  var isRaw = false

  var format: PixelFormat { surface.format }
  private var samples: SampleText { surface.samples }
  var isPremultiplied: Bool { format.hasAlpha && surface.alphaMode == .premultiplied }
  private var isShifted: Bool { format.shift > 0 && !surface.isWide }
  /// Whether the colours of pixels that share chroma count by their alpha.
  var isWeighed: Bool {
    format.hasAlpha && !isPremultiplied && format.chromaShiftX + format.chromaShiftY > 0
  }

  /// Declares the buffer and the encoding functions.
  func declare(in text: inout ShaderText) {
    text.bufferDeclaration(
      resource, name: "words_\(name)", type: samples.element, access: "writeonly")
    if isRaw { return }
    text.once("encode_\(name)", ColorText(surface: surface, name: name, isCoded: isCoded).encode)
    guard isWeighed else { return }
    // A trace of weight where nothing is seen keeps the colours of places without coverage.
    text.once(
      "covered_\(name)",
      "vec4 covered_\(name)(vec4 c) { float w = max(c.a, 1e-6); return vec4(c.rgb * w, w); }")
  }

  /// Writes the storing of a whole block; `pixel(x, y)` is the expression of a pixel's RGBA.
  ///
  /// Luma and RGB are kept in variables by word; chroma is averaged over the pixels that share it.
  func storeBlock(_ block: Size, in text: inout ShaderText, pixel: (Int, Int) -> String) {
    declareWords(block, in: &text)
    let cell = Size(1 << format.chromaShiftX, 1 << format.chromaShiftY)
    let isYUV = format.model == .yuv
    for cellY in 0..<block.height / (isYUV ? cell.height : 1) {
      for cellX in 0..<block.width / (isYUV ? cell.width : 1) {
        if isYUV {
          storeCell(cellX, cellY, cell, in: &text, pixel: pixel)
        } else {
          storePixel(cellX, cellY, in: &text, pixel: pixel)
        }
      }
    }
    storeWords(block, in: &text, value: packedWord)
  }

  private func storePixel(
    _ x: Int, _ y: Int, in text: inout ShaderText, pixel: (Int, Int) -> String
  ) {
    text.main += "  c = \(pixel(x, y));\n"
    if format.model == .gray {
      if isPremultiplied { text.main += "  c.rgb *= c.a;\n" }
      text.main += "  \(target(0, x, y)) = luma_\(name)(c.rgb);\n"
      if format.hasAlpha { text.main += "  \(target(1, x, y)) = c.a;\n" }
      return
    }
    text.main += "  c = encode_\(name)(c);\n"
    for index in format.components.indices {
      text.main += "  \(target(index, x, y)) = c.\(lane(index));\n"
    }
  }

  private func storeCell(
    _ cellX: Int, _ cellY: Int, _ cell: Size, in text: inout ShaderText,
    pixel: (Int, Int) -> String
  ) {
    let count = cell.width * cell.height
    if count > 1 { text.main += isWeighed ? "  cover = vec4(0.0);\n" : "  sum = vec3(0.0);\n" }
    for dy in 0..<cell.height {
      for dx in 0..<cell.width {
        let (x, y) = (cellX * cell.width + dx, cellY * cell.height + dy)
        // A pixel beyond an odd edge counts as its neighbour inside, so that the average is over the picture only.
        let beyondX =
          dx > 0 && surface.size.width % 2 == 1 ? "x + \(x)u >= \(surface.size.width)u" : nil
        let beyondY =
          dy > 0 && surface.size.height % 2 == 1 ? "y + \(y)u >= \(surface.size.height)u" : nil
        text.main += "  c = \(pixel(x, y));\n"
        if count > 1, surface.size.width % 2 == 1 || surface.size.height % 2 == 1 {
          if let beyondY { text.main += "  if (\(beyondY)) c = row_\(dx);\n" }
          if let beyondX { text.main += "  if (\(beyondX)) c = left;\n" }
          text.main += "  left = c; \(dy == 0 ? "row_\(dx) = c;" : "")\n"
        }
        if isPremultiplied { text.main += "  c.rgb *= c.a;\n" }
        text.main += "  \(target(0, x, y)) = luma_\(name)(c.rgb);\n"
        if format.hasAlpha { text.main += "  \(target(3, x, y)) = c.a;\n" }
        if count > 1 {
          text.main += isWeighed ? "  cover += covered_\(name)(c);\n" : "  sum += c.rgb;\n"
        }
      }
    }
    let whole = isWeighed ? "cover.rgb / cover.w" : "sum * \(literal(1 / Double(count)))"
    let mean = count > 1 ? whole : "c.rgb"
    text.main += "  difference = chroma_\(name)(\(mean));\n"
    for index in 1...2 {
      let (x, y) = (cellX * cell.width, cellY * cell.height)
      text.main += "  \(target(index, x, y)) = difference.\(lane(index - 1));\n"
    }
  }

  /// The variable's lane that holds component `index` of the block's pixel (`x`, `y`).
  func target(_ index: Int, _ x: Int, _ y: Int) -> String {
    let component = format.components[index]
    let shift = format.subsampling(component: index)
    let sample = ((x >> shift.x) * component.step + component.offset) / format.bytesPerSample
    return samples.sample(
      "v_\(component.plane)_\(y >> shift.y)_\(sample / samples.lanes)", sample % samples.lanes)
  }

  func declareWords(_ block: Size, in text: inout ShaderText) {
    text.main += "  vec4 c, left, row_0, row_1; vec3 sum; vec2 difference;\n"
    if isWeighed { text.main += "  vec4 cover;\n" }
    for plane in 0..<format.planeCount {
      let (rows, words, _, _) = format.extent(plane, of: block)
      for row in 0..<rows {
        for word in 0..<words {
          text.main +=
            "  \(samples.vector) v_\(plane)_\(row)_\(word) = \(samples.vector)(1.0);\n"
        }
      }
    }
  }

  /// Writes the storing of words; `value(plane, row, word)` is the expression of one of the block's.
  func storeWords(
    _ block: Size, in text: inout ShaderText, value: (Int, Int, Int) -> String
  ) {
    for plane in 0..<format.planeCount {
      let (rows, words, shiftX, shiftY) = format.extent(plane, of: block)
      let base = surface.start(plane, of: resource, in: &text)
      let height = format.planeSize(plane, of: surface.size).height
      // The last block may reach beyond a row's padding where a block is no divisor of it.
      let wordsOfRow = surface.strides[plane] / surface.elementLength
      let columns = (surface.size.width + block.width - 1) / block.width
      let overruns = columns * words > wordsOfRow
      for row in 0..<rows {
        let y = shiftY == 0 ? "y" : "(y >> \(shiftY))"
        let index = "o_\(plane)_\(row)"
        let x = "((x >> \(shiftX)) * \(format.step(plane))u >> 2)"
        text.main +=
          "  uint \(index) = \(base) + (\(y) + \(row)u) * \(wordsOfRow)u + \(x);\n"
        let stores = (0..<words).map {
          (overruns ? "if (\(x) + \($0)u < \(wordsOfRow)u) " : "")
            + "words_\(name)[\(index) + \($0)u] = \(value(plane, row, $0));"
        }.joined(separator: " ")
        let isGuarded = row > 0 && height % rows != 0
        text.main +=
          isGuarded ? "  if (\(y) + \(row)u < \(height)u) { \(stores) }\n" : "  \(stores)\n"
      }
    }
  }

  /// The word that is made of the block's samples.
  func packedWord(_ plane: Int, _ row: Int, _ word: Int) -> String {
    packed("v_\(plane)_\(row)_\(word)")
  }

  /// The word of samples of 0…1, rounded to nearest.
  private func packed(_ value: String) -> String {
    if isShifted {
      let maximum = literal(Double(format.maximumCode))
      return "pack_\(name)(uvec2(clamp(\(value), 0.0, 1.0) * \(maximum) + 0.5))"
    }
    let gain = samples.gain
    return samples.packed(gain == 1 ? value : "\(value) * \(literal(1 / gain))")
  }

  /// Writes the function that `packed` calls for shifted formats.
  func definePacking(in text: inout ShaderText) {
    guard isShifted else { return }
    text.once(
      "pack_\(name)",
      "uint pack_\(name)(uvec2 v) { return v.x << \(format.shift) | v.y << \(16 + format.shift); }")
  }
}
