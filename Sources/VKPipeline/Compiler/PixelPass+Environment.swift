internal import VKCore

// What a kernel's built-in names stand for.
extension PixelPass {
  /// A name, perhaps with arguments, and what takes its place.
  typealias Macro = (name: String, value: String)

  /// All names of a filter's kernel.
  mutating func environment(
    _ stage: Stage, _ kernel: KernelText, index: Int, inputSize: Size
  ) -> [Macro] {
    let chroma = inputs[0].format
    let isCoded = codes(for: stage.step.domain) != nil
    var result: [Macro] = [
      ("size()", "vec2(\(stage.size.width), \(stage.size.height))"),
      ("chromaStep()", "ivec2(\(1 << chroma.chromaShiftX), \(1 << chroma.chromaShiftY))"),
      ("isCoded()", "\(isCoded)"),
    ]
    if stage.isSampling {
      result += places(stage, kernel, index: index, inputSize: inputSize)
    } else {
      result.append(("position()", "at_position"))
    }
    if stage.step.inputs > 1 { result += secondPicture(stage, isCoded: isCoded) }
    result.append(("byPlane(v)", isCoded ? "(v)" : "(v).zxyw"))
    return result + memory(stage) + counts(stage)
  }

  /// The names by which a sampling filter reads its picture.
  private mutating func places(
    _ stage: Stage, _ kernel: KernelText, index: Int, inputSize: Size
  ) -> [Macro] {
    let own = stage.step.index
    if isLit(stage) { defineTransfer() }
    let light = isLit(stage) && !stage.readsData ? "c.rgb = to_linear(c.rgb); " : ""
    let weigh = light + (weighs(stage) ? "c.rgb *= c.a; " : "")
    text.functions += "vec4 within_\(own)(ivec2 p) {"
    text.functions += " vec4 c = stage_\(index)(\(inside(inputSize))); \(weigh)return c; }\n"
    var source = "within_\(own)"
    if let codes = codes(for: stage.step.domain) {
      text.functions +=
        "vec4 coded_\(own)(ivec2 p) { vec4 c = within_\(own)(p); return vec4(to_\(codes)(c.rgb), c.a); }\n"
      source = "coded_\(own)"
    }
    if kernel.isPlanewise {
      let step =
        "ivec2(\(1 << inputs[0].format.chromaShiftX), \(1 << inputs[0].format.chromaShiftY))"
      let isShared = codes(for: stage.step.domain) != nil && step != "ivec2(1, 1)"
      // Chroma that pixels share is read a sample further for each pixel.
      let chroma = isShared ? "c.yz = \(source)(q + d * \(step)).yz; " : ""
      text.functions +=
        "vec4 near_\(own)(ivec2 q, ivec2 d) { vec4 c = \(source)(q + d); \(chroma)return c; }\n"
    }
    if kernel.usesSampled {
      defineBilinear(
        "sampled_\(own)", over: source, of: inputSize,
        hasAlpha: hasAlpha && !stage.readsData && !weighs(stage))
    }
    if let kept = stage.kept {
      let light = isLit(stage) && !kept.isData ? "c.rgb = to_linear(c.rgb); " : ""
      text.functions +=
        "vec4 kept_\(own)(ivec2 q) { vec4 c = fetch_kept\(own)(q); \(light)return c; }\n"
    }
    return [
      ("inputSize()", "vec2(\(inputSize.width), \(inputSize.height))"),
      ("pixel(q)", "\(source)(q)"), ("sampled(p)", "sampled_\(own)(p)"),
      ("near(q, d)", "near_\(own)(q, d)"),
    ]
  }

  private func secondPicture(_ stage: Stage, isCoded: Bool) -> [Macro] {
    let own = stage.step.index
    let second = inputs[stage.firstInput].size
    return [
      ("input(n)", isCoded ? "coded_input_\(own)()" : "input_\(own)()"),
      ("secondPixel(q)", isCoded ? "coded_second_\(own)(q)" : "\(secondFetch(stage))(q)"),
      ("secondSize()", "vec2(\(second.width), \(second.height))"),
      ("inputAt(q)", "input_at_\(own)(q)"),
    ]
  }

  /// The names for tables, branches and the frame before.
  private func memory(_ stage: Stage) -> [Macro] {
    let own = stage.step.index
    var result: [Macro] = []
    if let shape = stage.step.tableShape { result += shape.macros(own, options) }
    if stage.isTemporal {
      result += [("previous()", "previous_\(own)"), ("remember(v)", "(remembered_\(own) = (v))")]
    }
    if stage.kept != nil {
      result.append(
        stage.isSampling ? ("kept(q)", "kept_\(own)(q)") : ("branch()", "branch_\(own)"))
    }
    return result
  }

  private func counts(_ stage: Stage) -> [Macro] {
    var result: [Macro] = []
    if case .counters = sink, stage.step.filter is any CountingFilter {
      result += [
        ("count(i)", "atomicAdd(counters[i], 1u)"), ("countBy(i, n)", "atomicAdd(counters[i], n)"),
        ("mark(i)", "atomicOr(counters[(i) >> 5], 1u << ((i) & 31))"),
      ]
    }
    if stage.counters != nil {
      result.append(("counted(i)", "counted_\(stage.step.index)[i]"))
    }
    return result
  }
}

extension TableShape {
  private func readsTexels(_ options: ChainOptions) -> Bool { capacity <= options.maximumTexels }

  /// Declares the table of a step.
  func declare(_ resource: Resource, step: Int, _ options: ChainOptions, in text: inout ShaderText)
  {
    if readsTexels(options) {
      text.texelBuffer(resource, name: "table_\(step)", kind: .floatTexelBuffer)
    } else {
      text.bufferDeclaration(resource, name: "table_\(step)", type: "vec4", access: "readonly")
    }
  }

  /// The names by which a kernel reads it.
  func macros(_ step: Int, _ options: ChainOptions) -> [PixelPass.Macro] {
    let entry = readsTexels(options) ? "texelFetch(table_\(step), i)" : "table_\(step)[i]"
    return [("entry(i)", entry), ("isCube()", "\(isCube)")]
  }
}
