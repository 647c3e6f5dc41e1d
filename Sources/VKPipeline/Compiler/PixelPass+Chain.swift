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
    guard case .stored(let surface, _) = head, let first = stages.first else { return false }
    return holdsCodes(surface) && staysCoded(first)
  }

  /// Whether the last filter's codes are stored as they are.
  var endsCoded: Bool {
    guard case .stored(let surface, _) = sink, let last = stages.last else { return false }
    return holdsCodes(surface) && staysCoded(last) && conversion == nil
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

  /// Writes `vec4 chain(vec4, uint x, uint y)`: all filters at a pixel.
  mutating func defineChain(_ kernels: [KernelText]) {
    let needsPosition = zip(stages, kernels).contains { stage, kernel in
      kernel.usesPosition || stage.step.inputs > 1 || stage.isTemporal || stage.kept != nil
    }
    var body = needsPosition ? "  at_position = vec2(x, y) + 0.5;\n" : ""
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
    text.functions += "vec4 chain(vec4 c, uint x, uint y) {\n\(body)  return c;\n}\n"
  }
}
