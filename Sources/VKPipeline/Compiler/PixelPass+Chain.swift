internal import VKCore

// Filters that follow each other at the same pixel of a block.
extension PixelPass {
  /// Whether a filter of a chain takes and leaves Y′CbCr codes, so that none are converted between two of the kind.
  func staysCoded(_ stage: Stage) -> Bool {
    guard isBlockRead, !stage.isTemporal, stage.kept == nil, !stage.step.writesData else {
      return false
    }
    return speaksOfCodes(stage.step.domain) && !inputs[0].isRGB
  }

  /// Whether the stored picture is read as codes because the first filter wants them.
  var startsCoded: Bool {
    guard let first = stages.first else { return passesCodes }
    guard case .stored(let surface, _) = head else { return false }
    return holdsCodes(surface) && staysCoded(first)
  }

  /// Whether the last filter's codes are stored as they are.
  var endsCoded: Bool {
    guard let last = stages.last else { return passesCodes }
    guard case .stored(let surface, _) = sink else { return false }
    return holdsCodes(surface) && staysCoded(last) && conversion == nil
  }

  /// Whether nothing is done to a picture that is stored as it was: as codes.
  private var passesCodes: Bool {
    guard isBlockRead, case .stored(let source, _) = head, case .stored(let target, _) = sink else {
      return false
    }
    return holdsCodes(source) && holdsCodes(target) && conversion == nil
  }

  /// Whether a picture's samples are the codes that filters see.
  private func holdsCodes(_ surface: StoredSurface) -> Bool {
    let matrix = surface.colorSpace.matrix
    guard surface.format.model == .yuv, matrix.lumaWeights != nil, matrix == matrix.written else {
      return false
    }
    let codes = inputs[0].codeSpace
    return matrix == codes.matrix && surface.colorSpace.range == codes.range
      && (!surface.format.hasAlpha || surface.alphaMode != .premultiplied)
  }

  /// The statement that holds `r` to 0…1, and beyond as far as `seen`, what the filter saw, is beyond.
  ///
  /// In a chain, as far as the picture was where its colours were last converted: for all of its filters that is one range.
  /// Floats without sign compare as whole numbers do, for which devices need one instruction and not four.
  mutating func held(by seen: String, _ stage: Stage) -> String {
    guard isBlockRead, stage.kept == nil, seen == "c" || staysCoded(stage) else {
      return "  r = clamp(r, min(\(seen), 0.0), max(\(seen), 1.0));\n"
    }
    return "  r = held(r);\n"
  }

  /// Defines `hold(vec4)`, which notes the range that a colour allows, and `vec4 held(vec4)`, a colour held to it.
  mutating func defineHolding() {
    text.once(
      "held",
      """
      uvec4 lowest; ivec4 highest;
      void hold(vec4 c) {
        lowest = uvec4(max(floatBitsToInt(-c), ivec4(0))) | 0x80000000u;
        highest = max(floatBitsToInt(c), ivec4(0x3F800000));
      }
      vec4 held(vec4 c) { return intBitsToFloat(min(ivec4(min(floatBitsToUint(c), lowest)), highest)); }

      """)
  }

  /// A further picture that is read in blocks as the first one is: `vec4 given_NAME` is its pixel.
  struct Given {
    let reader: StoredReader
    /// What brings its colours to the chain's.
    let conversion: String?

    var variable: String { "given_\(reader.name)" }

    func pixel(_ x: Int, _ y: Int, of block: Size) -> String {
      let pixel = reader.pixel(x, y, of: block)
      return conversion.map { "\($0)(\(pixel))" } ?? pixel
    }
  }

  /// Whether a stored picture can be read in blocks along with the first one.
  func isBlockRead(with surface: StoredSurface) -> Bool {
    let block = blockSize
    return isBlockRead && surface.size == size && !interpolation(of: surface).isAny
      && block.width % surface.block.width == 0 && block.height % surface.block.height == 0
  }

  /// Declares a further picture that is read in blocks; gives the expression of its pixel.
  mutating func give(_ reader: StoredReader, conversion: String? = nil) -> String {
    let given = Given(reader: reader, conversion: conversion)
    if !givens.contains(where: { $0.variable == given.variable }) {
      givens.append(given)
      reader.declare(in: &text, asTexels: usesTexels(reader.surface))
      let name = reader.name
      text.once("decode_\(name)", ColorText(surface: reader.surface, name: name).decode)
      text.functions += "vec4 \(given.variable);\n"
    }
    return given.variable
  }

  /// The call of `chain` for the pixel (`x`, `y`) of a block of that size.
  func chained(_ reader: StoredReader, _ x: Int, _ y: Int, of block: Size) -> String {
    let further = givens.map { ", \($0.pixel(x, y, of: block))" }.joined()
    return "chain(\(reader.pixel(x, y, of: block)), x + \(x)u, y + \(y)u\(further))"
  }

  /// Writes `vec4 chain(vec4, uint x, uint y, …)`: all filters at a pixel; last come the pixels of further pictures.
  mutating func defineChain(_ kernels: [KernelText]) {
    let needsPosition = zip(stages, kernels).contains { stage, kernel in
      kernel.usesPosition || stage.step.inputs > 1 || stage.isTemporal || stage.kept != nil
    }
    var body = needsPosition ? "  at_position = vec2(x, y) + 0.5;\n" : ""
    for given in givens { body += "  \(given.variable) = \(given.variable)_now;\n" }
    var isCoded = startsCoded
    if !options.isUnclamped, !stages.isEmpty { body += "  hold(c);\n" }
    for stage in stages {
      let wantsCodes = staysCoded(stage)
      if wantsCodes != isCoded {
        body += "  c.rgb = \(wantsCodes ? "to" : "from")_codes(c.rgb);\n"
        if !options.isUnclamped { body += "  hold(c);\n" }
      }
      isCoded = wantsCodes
      body += "  c = apply_\(stage.step.index)(c);\n"
    }
    if isCoded, !endsCoded { body += "  c.rgb = from_codes(c.rgb);\n" }
    let further = givens.map { ", vec4 \($0.variable)_now" }.joined()
    text.functions += "vec4 chain(vec4 c, uint x, uint y\(further)) {\n\(body)  return c;\n}\n"
  }
}
