internal import VKCore

/// Turns a chain into passes.
///
/// It walks the filters with a picture in hand: `head` says where its pixels come from, `stages` which filters are yet to be
/// applied at each pixel. A filter that looks at its neighbours makes the picture in hand real first, where it is not.
struct Planner {
  let steps: [Step]
  let inputs: [StoredSurface]
  let options: ChainOptions
  var passes: [Pass] = []
  private var textures: [TextureSurface] = []
  var planes: [StoredSurface] = []
  private var states: [Int: TextureSurface] = [:]
  private var tables: [[UInt32]] = []
  private(set) var tableOfStep: [Int: Int] = [:]

  var head: PixelPass.Head
  var stages: [PixelPass.Stage] = []
  var size: Size
  var hasAlpha: Bool
  /// Whether the picture in hand holds numbers and no colours.
  var isData = false
  /// The pictures that branches left, the innermost last.
  private var kept: [PixelPass.Kept] = []
  /// The last passes of a linear filter on planes, before it is known where they write.
  var pending: [(StoredSurface, Resource) -> Pass] = []
  var pendingSurface: StoredSurface?
  /// Whether they write whole codes and nothing between.
  var pendingIsCodes = false
  /// Bits a sample of what is written: images between passes hold as many.
  private var outputDepth = 8
  private var numbers: Plan.Numbers?
  var counters: [Int] = []

  /// - Precondition: there is at least one input.
  init(steps: [Step], inputs: [StoredSurface], options: ChainOptions) {
    self.steps = steps
    self.inputs = inputs
    self.options = options
    head = .stored(inputs[0], .input(0))
    size = inputs[0].size
    hasAlpha = inputs[0].format.hasAlpha
  }

  /// Compiles the chain to passes that write `format`.
  ///
  /// - Throws: `FilterError` when a filter does not fit its input, or a picture does not fit the device.
  mutating func plan(writing format: PixelFormat) throws(FilterError) -> Plan {
    outputDepth = format.bitDepth
    for (position, step) in steps.enumerated() {
      if step.filter is any ReductionFilter, !step.feedsNext {
        guard position == steps.count - 1 else {
          throw FilterError(
            .inputs, "\(step.name) yields numbers, so it must be the last filter of its chain")
        }
        return try planNumbers(step)
      }
      try add(step)
    }
    let output = try outputSurface(format)
    if let surface = pendingSurface, surface == output {
      emitPending(to: output, .output)
    } else {
      try settlePending()
      // Averaging chroma by its siting computes pixels twice, which a filter with a memory must not see.
      if stages.contains(where: \.isTemporal),
        ChromaAxes.averaged(from: inputs[0], to: output).isAny
      {
        try settle()
      }
      try emit(.stored(output, .output))
    }
    return try finished(output: output)
  }

  private mutating func planNumbers(_ step: Step) throws(FilterError) -> Plan {
    try settlePending()
    stages.append(stage(for: step))
    if let counting = step.filter as? any CountingFilter {
      let count = counting.counterCount(for: size)
      numbers = .counters(count)
      passes.append(.clearing(.sums, count: count, options: options))
      try emit(.counters(.sums))
    } else {
      try emit(.sums)
      if let pass = passes.last { numbers = .sums(pass.threads.width * pass.threads.height) }
    }
    return try finished(output: nil)
  }

  private func finished(output: StoredSurface?) throws(FilterError) -> Plan {
    for surface in inputs + planes + [output].compactMap({ $0 })
    where surface.byteCount > options.maximumBufferLength {
      throw FilterError(
        .invalidSize,
        "a \(surface.format) picture of \(surface.size) takes \(surface.byteCount) bytes; "
          + "the device's limit is \(options.maximumBufferLength)")
    }
    for texture in textures + states.values
    where max(texture.size.width, texture.size.height) > options.maximumImageSide {
      throw FilterError(
        .invalidSize,
        "a picture of \(texture.size) is beyond the device's limit of \(options.maximumImageSide) pixels a side"
      )
    }
    return Plan(
      passes: passes, steps: steps, inputs: inputs, output: output, textures: textures,
      planes: planes, states: states, tables: tables, lookups: tableOfStep, size: size,
      numbers: numbers,
      counters: counters)
  }

  private func outputSurface(_ format: PixelFormat) throws(FilterError) -> StoredSurface {
    let input = inputs[0]
    return try StoredSurface(
      format: format, size: size,
      colorSpace: outputColorSpace(
        from: input.format, input.colorSpace, to: format, size: input.size, wanted: options.colors),
      alphaMode: input.alphaMode)
  }

  // MARK: Filters

  private mutating func add(_ step: Step) throws(FilterError) {
    if let linear = step.filter as? any LinearFilter {
      try addLinear(linear, step)
      return
    }
    if let rank = step.filter as? any RankFilter {
      try addRank(rank, step)
      return
    }
    try settlePending()
    if step.filter is BranchPoint {
      try keepPicture()
      return
    }
    if let counting = step.filter as? any CountingFilter {
      try count(counting, step)
      return
    }
    if let table = step.table {
      tableOfStep[step.index] = addTable(
        table.kernelEntries.flatMap {
          [$0.x.bitPattern, $0.y.bitPattern, $0.z.bitPattern, $0.w.bitPattern]
        })
    }
    if step.filter is any SamplingFilter, let kernel = try? KernelText(step),
      planesServe(kernel, step)
    {
      try addPlanewise(kernel, step)
      return
    }
    if let sampling = step.filter as? any SamplingFilter {
      try addSampling(sampling, step)
      return
    }
    if step.inputs > 1, stages.contains(where: { $0.takesInput(of: step) }) { try settle() }
    if step.filter is any TemporalFilter {
      states[step.index] = TextureSurface(size: size, storage: .rgba32f)
    }
    stages.append(stage(for: step))
    if step.writesAlpha { hasAlpha = true }
  }

  /// A point filter's or a reduction's place in the pass; the picture in hand is what it writes then.
  mutating func stage(for step: Step) -> PixelPass.Stage {
    var stage = PixelPass.Stage(step: step, size: size, readsData: isData)
    takeBranch(of: step, into: &stage)
    stage.counters = countersRead(by: step)
    isData = step.writesData
    return stage
  }

  /// Gives a branching filter the picture that it stands for.
  private mutating func takeBranch(of step: Step, into stage: inout PixelPass.Stage) {
    guard step.filter is any BranchingFilter else { return }
    stage.kept = kept.removeLast()
    hasAlpha = stage.kept?.hasAlpha ?? hasAlpha
  }

  /// Takes the picture that was kept last in hand again.
  mutating func takeKept() {
    let picture = kept.removeLast()
    (head, isData, hasAlpha) = (picture.head, picture.isData, picture.hasAlpha)
  }

  /// Keeps the picture in hand for the filter at the branch's end.
  private mutating func keepPicture() throws(FilterError) {
    var isReal = false
    if stages.isEmpty {
      switch head {
      case .stored, .texture: isReal = true
      case .sampling, .weighted: break
      }
    }
    if !isReal { try settle() }
    kept.append(PixelPass.Kept(head: head, isData: isData, hasAlpha: hasAlpha))
  }

  private mutating func addSampling(
    _ filter: any SamplingFilter, _ step: Step
  ) throws(FilterError) {
    let result = try filter.outputSize(for: size)
    guard result.width > 0, result.height > 0 else {
      throw FilterError(.invalidSize, "\(step.name) would leave a picture of \(result)")
    }
    var stage = PixelPass.Stage(step: step, size: result, readsData: isData)
    stage.counters = countersRead(by: step)
    if stages.contains(where: { $0.isTemporal || $0.takesInput(of: step) }) { try settle() }
    let isRearrangement = type(of: filter).isRearrangement
    if !isRearrangement, !isReadableAnywhere { try settle() }
    takeBranch(of: step, into: &stage)
    if isRearrangement { stages.append(stage) } else { head = .sampling(stage, head) }
    if step.writesAlpha { hasAlpha = true }
    isData = step.writesData
    size = result
  }

  /// Whether the picture in hand can be read at any pixel without doing work again.
  private var isReadableAnywhere: Bool {
    guard stages.isEmpty else { return false }
    switch head {
    case .stored(let surface, _): return surface.format.model != .yuv
    case .texture: return true
    case .sampling, .weighted: return false
    }
  }

  private mutating func addLinear(_ filter: any LinearFilter, _ step: Step) throws(FilterError) {
    let weights = try filter.weights(for: size, scale: .full)
    let chroma = try filter.weights(
      for: size, scale: PlaneScale(x: 1, y: 1, isChroma: true))
    if weights.changeNothing(in: size), chroma.changeNothing(in: size) { return }
    if planesServe(weights, step) {
      try addPlanes(filter, step)
      return
    }
    try settlePending()
    if !isReadableAnywhere { try settle() }
    switch weights {
    case .matrix(let rows):
      head = .weighted(matrixTaps(rows, step), head, size)
    case .separable(let horizontal, let vertical):
      try addTaps(vertical, step, vertical: true, last: false)
      try addTaps(horizontal, step, vertical: false, last: true)
    case .resampled(let target, let interpolation):
      try addResampling(to: target, interpolation, step)
    }
  }

  /// Whether a linear filter weighs colours by alpha.
  private var isCovered: Bool { hasAlpha && !isData }
  /// Whether a linear filter's result is held to what pictures hold.
  private var clamps: Bool { !options.isUnclamped && !isData }
  /// Whether a linear filter works in linear light.
  private func isLit(_ step: Step) -> Bool { options.isLit(step.domain) && !isData }

  private func matrixTaps(_ rows: [[Double]], _ step: Step) -> TapText {
    var taps: [TapText.Tap] = []
    for (y, row) in rows.enumerated() {
      for (x, weight) in row.enumerated() {
        taps.append(.init(x: x - row.count / 2, y: y - rows.count / 2, weight: weight))
      }
    }
    return TapText(
      name: step.name, weights: .literals(taps), entersLight: isLit(step),
      leavesLight: isLit(step), premultiplies: isCovered,
      unpremultiplies: isCovered, clamps: clamps)
  }

  private mutating func addTaps(
    _ weights: [Double], _ step: Step, vertical: Bool, last: Bool
  ) throws(FilterError) {
    let radius = weights.count / 2
    let text: TapText.Weights
    if radius <= PlanePass.longestLiteral {
      text = .literals(
        weights.enumerated().map {
          let offset = $0 - radius
          return .init(x: vertical ? 0 : offset, y: vertical ? offset : 0, weight: $1)
        })
    } else {
      let table = addTable(weights.map { Float($0).bitPattern })
      text = .row(table: table, count: weights.count, vertical: vertical)
    }
    let isLit = self.isLit(step)
    head = .weighted(
      TapText(
        name: "\(step.name) \(vertical ? "vertical" : "horizontal")", weights: text,
        entersLight: isLit && vertical, leavesLight: isLit && last,
        premultiplies: isCovered && vertical, unpremultiplies: isCovered && last,
        clamps: last && clamps), head, size)
    if !last { try settle(isExact: isCovered || isLit) }
  }

  private mutating func addResampling(
    to target: Size, _ interpolation: Interpolation, _ step: Step
  ) throws(FilterError) {
    let from = size
    let isLit = self.isLit(step)
    for vertical in [true, false] {
      let positions = ResamplingTable(
        from: vertical ? from.height : from.width, to: vertical ? target.height : target.width,
        interpolation: interpolation)
      let table = addTable(positions.words)
      size = vertical ? Size(from.width, target.height) : target
      head = .weighted(
        TapText(
          name: "\(step.name) \(vertical ? "vertical" : "horizontal")",
          weights: .positions(
            table: table, count: positions.count, vertical: vertical,
            hasNegative: positions.hasNegative),
          entersLight: isLit && vertical, leavesLight: isLit && !vertical,
          premultiplies: isCovered && vertical, unpremultiplies: isCovered && !vertical,
          clamps: !vertical && clamps), head, size)
      if vertical { try settle(isExact: isCovered || isLit || positions.hasNegative) }
    }
  }

  // MARK: Passes

  mutating func addTable(_ words: [UInt32]) -> Int {
    tables.append(words)
    return tables.count - 1
  }

  mutating func emit(_ sink: PixelPass.Sink) throws(FilterError) {
    passes.append(
      try PixelPass(
        head: head, stages: stages, sink: sink, size: size, inputs: inputs, tables: tableOfStep,
        hasAlpha: hasAlpha, options: options
      ).written())
    stages = []
  }

  /// Makes the picture in hand real: an image, of floats when it `isExact`.
  private mutating func settle(isExact: Bool = false) throws(FilterError) {
    let deepest = max(inputs.map(\.format.bitDepth).max() ?? 8, outputDepth)
    let isEightBitRGB = deepest <= 8 && inputs[0].isRGB && !isExact && !options.isUnclamped
    let surface = TextureSurface(
      size: size, storage: deepest > 8 || isData ? .rgba32f : isEightBitRGB ? .rgba8 : .rgba16f)
    let resource = Resource.texture(freeTexture(surface))
    try emit(.texture(surface, resource))
    head = .texture(surface, resource)
  }

  /// An image that the next pass does not read and nothing keeps, or a new one.
  private mutating func freeTexture(_ surface: TextureSurface) -> Int {
    let used = ([head] + kept.map(\.head) + stages.compactMap(\.kept?.head)).reduce(
      [], { $0 + $1.textures })
    if let index = textures.indices.first(where: {
      textures[$0] == surface && !used.contains($0)
    }) {
      return index
    }
    textures.append(surface)
    return textures.count - 1
  }
}

extension PixelPass.Head {
  /// The images that are read.
  fileprivate var textures: [Int] {
    switch self {
    case .stored: []
    case .texture(_, .texture(let index)): [index]
    case .texture: []
    case .sampling(let stage, let inner): inner.textures + (stage.kept?.head.textures ?? [])
    case .weighted(_, let inner, _): inner.textures
    }
  }
}

extension PixelPass.Stage {
  /// Whether it takes the same further picture as a step.
  fileprivate func takesInput(of other: Step) -> Bool {
    step.inputs > 1 && other.inputs > 1 && firstInput == other.firstInput
  }
}
