internal import VKCore

extension PixelPass {
  /// Defines all kernels and `vec4 stage_N(ivec2)` for the result of the first N filters at a pixel.
  ///
  /// Where whole blocks are read, `vec4 chain(vec4, uint x, uint y)` applies all filters to a pixel instead.
  mutating func defineFilters() throws(FilterError) -> [KernelText] {
    if copiesWords { return [] }
    var kernels: [KernelText] = []
    for stage in allStages { kernels.append(try KernelText(stage.step)) }
    for kernel in kernels { kernel.paste(into: &text) }
    text.functions += "vec2 at_position;\n"
    if isBlockRead, !options.isUnclamped { defineHolding() }
    if !isBlockRead {
      for index in 0...kernels.count { text.functions += "vec4 stage_\(index)(ivec2 p);\n" }
    }
    var inputSize = firstSize
    for (index, (stage, kernel)) in zip(allStages, kernels).enumerated() {
      try defineSurroundings(stage, kernel)
      kernel.define(
        in: &text,
        environment: environment(stage, kernel, index: index, inputSize: inputSize))
      if stage.isSampling { inputSize = stage.size }
    }
    let members = kernels.filter(\.hasParameters).map(\.memberDeclaration)
    if !members.isEmpty { text.parameters(members) }
    for (index, (stage, kernel)) in zip(allStages, kernels).enumerated() {
      defineStage(stage, kernel, index: index)
    }
    if isBlockRead {
      defineChain(kernels)
    } else {
      var start = "fetch_a(p)"
      if case .weighted(_, _, let size) = head { start = "weighted(\(inside(size)))" }
      text.functions += "vec4 stage_0(ivec2 p) { return \(start); }\n"
    }
    return kernels
  }

  /// Whether a filter runs in linear light.
  func isLit(_ stage: Stage) -> Bool {
    let sampling = stage.step.filter as? any SamplingFilter
    return options.isLit(stage.step.domain)
      && !(sampling.map { type(of: $0).isRearrangement } ?? false)
  }

  /// Whether a temporal filter says itself what is kept for the next frame.
  func remembers(_ stage: Stage) -> Bool {
    stage.step.kernel?.source.contains(/\bremember\s*\(/) ?? false
  }

  /// Whether a filter that reads neighbours sees colours times alpha, so that what is not seen does not count.
  ///
  /// One that makes alpha itself, as a key does, sees colours as they are.
  func weighs(_ stage: Stage) -> Bool {
    guard hasAlpha, !stage.readsData, let filter = stage.step.filter as? any SamplingFilter else {
      return false
    }
    return !type(of: filter).isRearrangement && !stage.step.makesTransparency
  }

  /// Declares a filter's further inputs, table and state.
  private mutating func defineSurroundings(
    _ stage: Stage, _ kernel: KernelText
  ) throws(FilterError) {
    let own = stage.step.index
    if let table = tables[own], let shape = stage.step.tableShape {
      shape.declare(.table(table), step: own, options, in: &text)
    }
    if stage.isTemporal {
      text.storageImage(.state(own), name: "state_\(own)", storage: .rgba32f, reads: true)
      text.functions += "vec4 previous_\(own);\n"
      if remembers(stage) { text.functions += "vec4 remembered_\(own);\n" }
    }
    if let kept = stage.kept { try defineKept(kept, own, isSampled: stage.isSampling) }
    if let counters = stage.counters {
      text.bufferDeclaration(counters, name: "counted_\(own)", type: "uint", access: "readonly")
    }
    if stage.step.inputs > 1 { try defineSecondPicture(stage, readsAround: kernel.usesInputAt) }
  }

  /// Whether a further picture is read in blocks: all filters that see it want its pixel at their own place only.
  private func isGiven(_ input: Int) -> Bool {
    isBlockRead(with: inputs[input])
      && stages.filter { $0.step.inputs > 1 && $0.firstInput == input }.allSatisfy {
        !($0.step.kernel?.source.contains(/\b(secondPixel|inputAt)\s*\(/) ?? false)
      }
  }

  /// Declares a filter's second picture and defines how it is read.
  private mutating func defineSecondPicture(
    _ stage: Stage, readsAround: Bool
  ) throws(FilterError) {
    let own = stage.step.index
    guard inputs.indices.contains(stage.firstInput) else {
      throw FilterError(
        .inputs, "\(stage.step.name) needs \(stage.step.inputs) pictures; add another input")
    }
    let surface = inputs[stage.firstInput]
    let name = "input\(stage.firstInput)"
    let reader = StoredReader(
      surface: surface, resource: .input(stage.firstInput), name: name)
    // What is laid over pixel by pixel keeps its chroma as it is where the result has no more of it.
    let isPlaced = stage.step.kernel?.source.contains(/\bsecondPixel\s*\(/) ?? false
    let isExact =
      isPlaced || (codes(for: stage.step.domain) != nil && surface.size == stage.size)
    let conversion = secondConversion(stage)
    if let conversion { text.once("convert_\(name)", conversion.functions) }
    let fetch = secondFetch(stage)
    let place: (String) -> String
    if isGiven(stage.firstInput) {
      let given = give(reader, conversion: conversion == nil ? nil : "convert_\(name)")
      place = { _ in given }
    } else {
      defineFetch(
        reader,
        interpolating: isExact ? interpolation(of: surface) : ChromaAxes(of: surface.format))
      if conversion != nil {
        text.once(
          "matched_\(name)",
          "vec4 matched_\(name)(ivec2 p) { return convert_\(name)(fetch_\(name)(p)); }")
      }
      place = definePlaces(in: surface, name, fetch, for: stage)
    }
    let light =
      isLit(stage)
      ? defineLight(of: name, conversion == nil ? surface.colorSpace : inputs[0].colorSpace) : ""
    defineReading("input_\(own)()", place("at_position"), light: light)
    if readsAround {
      defineReading(
        "input_at_\(own)(ivec2 p)", place("vec2(\(inside(stage.size))) + 0.5"), light: light)
    }
    guard light.isEmpty, let codes = codes(for: stage.step.domain) else { return }
    text.functions += "vec4 coded_input_\(own)() { vec4 c = input_\(own)();"
    text.functions += " return vec4(to_\(codes)(c.rgb), c.a); }\n"
    if isPlaced {
      text.functions += "vec4 coded_second_\(own)(ivec2 q) { vec4 c = \(fetch)(q);"
      text.functions += " return vec4(to_\(codes)(c.rgb), c.a); }\n"
    }
  }

  /// Defines what brings a further picture to linear light, by its own curve or the first picture's where it has that by now.
  private mutating func defineLight(of name: String, _ colorSpace: ColorSpace) -> String {
    text.once(
      "transfer_\(name)", TransferText(colorSpace: colorSpace, suffix: "_\(name)").functions)
    return "to_linear_\(name)"
  }

  /// Defines a function that gives a pixel, in linear light where `light` names what makes it so.
  private mutating func defineReading(_ function: String, _ pixel: String, light: String) {
    text.functions +=
      light.isEmpty
      ? "vec4 \(function) { return \(pixel); }\n"
      : "vec4 \(function) { vec4 c = \(pixel); c.rgb = \(light)(c.rgb); return c; }\n"
  }

  /// What reads a further picture, stretched over the first, at a place in that one.
  private mutating func definePlaces(
    in surface: StoredSurface, _ name: String, _ fetch: String, for stage: Stage
  ) -> (String) -> String {
    guard surface.size != stage.size else { return { "\(fetch)(ivec2(\($0)))" } }
    defineBilinear(
      "scaled_\(name)", over: fetch, of: surface.size, hasAlpha: surface.format.hasAlpha)
    let ratio =
      "vec2(\(literal(Double(surface.size.width) / Double(stage.size.width))), "
      + "\(literal(Double(surface.size.height) / Double(stage.size.height))))"
    return { "scaled_\(name)((\($0)) * \(ratio))" }
  }

  /// What brings a further input to the first one's colours: PQ, HLG and other primaries are converted.
  ///
  /// The curves of SDR are taken for one, as displays do.
  private func secondConversion(_ stage: Stage) -> ConversionText? {
    guard inputs.indices.contains(stage.firstInput) else { return nil }
    let conversion = ConversionText(
      source: inputs[stage.firstInput].colorSpace, target: inputs[0].colorSpace,
      peak: options.peakLuminance, clips: !options.isUnclamped, name: "input\(stage.firstInput)")
    return conversion.isNeededBetweenInputs ? conversion : nil
  }

  /// The function that gives a further input's pixels.
  func secondFetch(_ stage: Stage) -> String {
    secondConversion(stage) == nil
      ? "fetch_input\(stage.firstInput)" : "matched_input\(stage.firstInput)"
  }

  /// Defines a filter's application to a colour, or, for a sampling filter, to a place.
  private mutating func defineStage(_ stage: Stage, _ kernel: KernelText, index: Int) {
    let own = stage.step.index
    if stage.isSampling {
      var body = "  vec4 c = \(kernel.call("vec2(p) + 0.5"));\n"
      let isRearrangement =
        (stage.step.filter as? any SamplingFilter).map { type(of: $0).isRearrangement } ?? true
      let codes = codes(for: stage.step.domain)
      if let codes {
        body += "  c = vec4(from_\(codes)(clamp(c.rgb, 0.0, 1.0)), clamp(c.a, 0.0, 1.0));\n"
      }
      if weighs(stage), !stage.step.writesData {
        body += "  if (c.a > 0.0) c.rgb /= c.a;\n"
        body += "  else { vec4 i = within_\(own)(p);"
        var hidden = "stage_\(index)(p).rgb"
        if isLit(stage) { hidden = "to_linear(\(hidden))" }
        body += " c.rgb = i.a > 0.0 ? i.rgb / i.a : \(hidden); }\n"
      }
      if isLit(stage), !stage.step.writesData { body += "  c.rgb = from_linear(c.rgb);\n" }
      if codes == nil, !isRearrangement, !stage.step.writesData, !options.isUnclamped {
        body +=
          stage.readsData
          ? "  c = clamp(c, 0.0, 1.0);\n"
          : "  vec4 i = stage_\(index)(p);\n  c = clamp(c, min(i, 0.0), max(i, 1.0));\n"
      }
      text.functions += "vec4 stage_\(index + 1)(ivec2 p) {\n\(body)  return c;\n}\n"
      return
    }
    var body = applied(stage, kernel)
    if stage.isTemporal {
      let kept = remembers(stage) ? "remembered_\(own)" : "r"
      body += "  imageStore(state_\(own), ivec2(at_position), \(kept));\n"
    }
    text.functions += "vec4 apply_\(own)(vec4 c) {\n\(body)  return r;\n}\n"
    if !isBlockRead {
      text.functions += "vec4 stage_\(index + 1)(ivec2 p) {\n  vec4 c = stage_\(index)(p);\n"
      text.functions += "  at_position = vec2(p) + 0.5;\n  return apply_\(own)(c);\n}\n"
    }
  }

  /// The statements that make `r` of `c` by a kernel, in the colours that it wants.
  private mutating func applied(_ stage: Stage, _ kernel: KernelText) -> String {
    let domain = stage.step.domain
    let codes = codes(for: domain)
    let readsData = stage.kept?.isData ?? stage.readsData
    let isLinear = codes == nil && options.isLit(domain) && !readsData
    if isLinear { defineTransfer() }
    let curve = codes ?? (isLinear ? "linear" : nil)
    let seen = curve == nil ? "c" : "l"
    let own = stage.step.index
    var body = ""
    if stage.kept != nil {
      body += "  branch_\(own) = c;\n  c = fetch_kept\(own)(ivec2(at_position));\n"
      if let curve, !stage.readsData {
        body += "  branch_\(own).rgb = to_\(curve)(branch_\(own).rgb);\n"
      }
    }
    if let curve {
      body += staysCoded(stage) ? "  vec4 l = c;\n" : "  vec4 l = vec4(to_\(curve)(c.rgb), c.a);\n"
    }
    // What is mixed over time counts by its alpha, as what is mixed over places does.
    let isCovered = stage.isTemporal && hasAlpha && !readsData
    if stage.isTemporal { body += remembered(stage, curve: curve, isCovered: isCovered) }
    let argument = isCovered ? "vec4(\(seen).rgb * \(seen).a, \(seen).a)" : seen
    body += "  vec4 r = \(kernel.call(argument));\n"
    if isCovered { body += "  r.rgb = r.a > 0.0 ? r.rgb / r.a : \(seen).rgb;\n" }
    guard !stage.step.writesData else { return body }
    let clamp =
      options.isUnclamped ? "" : readsData ? "  r = clamp(r, 0.0, 1.0);\n" : held(by: "c", stage)
    guard codes != nil, let curve else {
      return body + (curve.map { "  r.rgb = from_\($0)(r.rgb);\n" } ?? "") + clamp
    }
    if !options.isUnclamped { body += held(by: seen, stage) }
    if staysCoded(stage) { return body }
    body += "  r.rgb = from_\(curve)(r.rgb);\n"
    // Codes reach beyond the colours that RGB pictures can hold.
    return inputs[0].isRGB ? body + clamp : body
  }

  /// The statements that bring back what a temporal filter wrote in the frame before, in the colours that it wants.
  private mutating func remembered(_ stage: Stage, curve: String?, isCovered: Bool) -> String {
    let own = stage.step.index
    let first = text.push(.isFirstFrame)
    let previous = "previous_\(own)"
    if remembers(stage) {
      // What a kernel asks to be remembered comes back as it was.
      let now = curve == nil ? "c" : "l"
      let seen = isCovered ? "vec4(\(now).rgb * \(now).a, \(now).a)" : now
      return
        "  \(previous) = \(first) == 1u ? \(seen) : imageLoad(state_\(own), ivec2(at_position));\n"
    }
    var body =
      "  \(previous) = \(first) == 1u ? c : imageLoad(state_\(own), ivec2(at_position));\n"
    if let curve { body += "  \(previous).rgb = to_\(curve)(\(previous).rgb);\n" }
    if isCovered { body += "  \(previous).rgb *= \(previous).a;\n" }
    return body
  }

  /// Whether a domain speaks of Y′CbCr codes for the chain's pictures.
  func speaksOfCodes(_ domain: ColorDomain) -> Bool {
    domain == .yuv || (domain == .stored && !inputs[0].isRGB)
  }

  /// The suffix of the functions between RGB and the codes that a domain speaks of; nil when it speaks of RGB.
  mutating func codes(for domain: ColorDomain) -> String? {
    guard speaksOfCodes(domain) else { return nil }
    text.once("codes", CodeText(colorSpace: inputs[0].codeSpace).functions)
    return "codes"
  }

  /// Writes `main`.
  mutating func writeMain(block: Size, threads: Size) {
    text.main += """
        if (gl_GlobalInvocationID.x >= \(threads.width)u || gl_GlobalInvocationID.y >= \(threads.height)u) return;
        uint x = gl_GlobalInvocationID.x * \(block.width)u, y = gl_GlobalInvocationID.y * \(block.height)u;

      """
    let last = allStages.count
    var expression = { (x: Int, y: Int) in "stage_\(last)(ivec2(x + \(x)u, y + \(y)u))" }
    var word: ((Int, Int, Int) -> String)?
    if isBlockRead, case .stored(let surface, let resource) = head {
      let reader = headReader(surface, resource)
      reader.loadBlock(block, in: &text)
      for given in givens { given.reader.loadBlock(block, in: &text) }
      expression = { [self] in chained(reader, $0, $1, of: block) }
      if copiesWords { word = { reader.word($0, $1, $2, of: block) } }
    }
    let converts = conversion != nil
    func converted(_ pixel: String) -> String { converts ? "convert_z(\(pixel))" : pixel }
    switch sink {
    case .stored(let surface, let resource):
      let writer = sinkWriter(surface, resource)
      if let word {
        writer.storeWords(block, in: &text, value: word)
      } else if siting.isAny {
        writer.storeSited(block, siting, in: &text) { converted("stage_\(last)(\($0))") }
      } else {
        writer.storeBlock(block, in: &text) { converted(expression($0, $1)) }
      }
    case .texture:
      text.main += "  vec4 c;\n"
      for y in 0..<block.height {
        for x in 0..<block.width {
          text.main += "  c = \(expression(x, y));\n"
          text.main += "  imageStore(image_z, ivec2(x + \(x)u, y + \(y)u), c);\n"
        }
      }
    case .sums:
      text.main += "  vec4 sum = vec4(0.0);\n"
      for y in 0..<block.height {
        for x in 0..<block.width {
          text.main += "  if (x + \(x)u < \(size.width)u && y + \(y)u < \(size.height)u) "
          text.main += "sum += \(expression(x, y));\n"
        }
      }
      text.main +=
        "  sums[gl_GlobalInvocationID.y * \(threads.width)u + gl_GlobalInvocationID.x] = sum;\n"
    case .counters:
      for y in 0..<block.height {
        for x in 0..<block.width {
          text.main += "  if (x + \(x)u < \(size.width)u && y + \(y)u < \(size.height)u) "
          text.main += "\(expression(x, y));\n"
        }
      }
    }
  }
}
