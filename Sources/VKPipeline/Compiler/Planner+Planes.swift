internal import VKCore

// Linear filters on the planes as they are stored.
extension Planner {
  /// Whether a linear filter may work on the planes as they are stored.
  func planesServe(_ weights: LinearWeights, _ step: Step) -> Bool {
    guard !hasAlpha, !isData, !options.isLit(step.domain) else { return false }
    // Planes of 8 bits hold nothing beyond black and white.
    guard !options.isUnclamped || inputs[0].format.bytesPerSample > 1 else { return false }
    let sum: Double
    switch weights {
    case .matrix(let rows): sum = rows.joined().reduce(0, +)
    case .separable(let x, let y): sum = x.reduce(0, +) * y.reduce(0, +)
    case .resampled: sum = 1
    }
    guard abs(sum - 1) < 1e-9 else { return false }
    return hasPlanes
  }

  /// Whether the picture in hand lies in planes, or is worth taking apart into some.
  var hasPlanes: Bool {
    let format = (pendingSurface ?? inputs[0]).format
    guard format.model != .rgb || format.planeCount == 3 else { return false }
    // A picture in an image is worth taking apart only when it was stored in planes to begin with.
    if stages.isEmpty, case .stored = head { return true }
    return format.model != .rgb && pendingSurface == nil
  }

  mutating func addPlanes(_ filter: any LinearFilter, _ step: Step) throws(FilterError) {
    try settlePending()
    if !stages.isEmpty || !isInPlanes { try settleToPlanes() }
    guard case .stored(let source, let from) = head else { return }
    let weights = try filter.weights(for: size, scale: .full)
    var target = size
    if case .resampled(let size, _) = weights { target = size }
    let format = source.format
    let result = try StoredSurface(
      format: format, size: target, colorSpace: source.colorSpace, alphaMode: source.alphaMode)
    let ways = try (0..<format.planeCount).map { plane throws(FilterError) -> [PlaneStep] in
      let isChroma = format.isChroma(plane: plane)
      let scale = PlaneScale(
        x: isChroma ? 1 / Double(1 << format.chromaShiftX) : 1,
        y: isChroma ? 1 / Double(1 << format.chromaShiftY) : 1, isChroma: isChroma)
      return try planeSteps(
        filter.weights(for: size, scale: scale), source: source, target: target, isChroma: isChroma)
    }
    var last: [(StoredSurface, Resource) -> Pass] = []
    var heads = ways.map { _ in (surface: source, resource: from) }
    let options = options
    for number in 0..<(ways.map(\.count).max() ?? 0) {
      var made: [Size: Resource] = [:]
      for (plane, steps) in ways.enumerated() where number < steps.count {
        let (form, head) = (steps[number], heads[plane])
        func pass(_ target: StoredSurface, _ to: Resource) -> Pass {
          PlanePass(
            name: step.name, weights: form.weights, plane: plane, source: head.surface,
            from: head.resource, target: target, to: to, options: options
          ).written()
        }
        guard number < steps.count - 1 else {
          last.append(pass)
          continue
        }
        let middle = try StoredSurface(
          format: format, size: form.size, colorSpace: source.colorSpace,
          alphaMode: source.alphaMode, isWide: format.bytesPerSample < 4)
        let resource = made[form.size] ?? Resource.planes(planes.count)
        if made.updateValue(resource, forKey: form.size) == nil { planes.append(middle) }
        passes.append(pass(middle, resource))
        heads[plane] = (middle, resource)
      }
    }
    pending = last
    pendingSurface = result
    size = target
  }

  /// The passes of a linear filter over one plane.
  private mutating func planeSteps(
    _ weights: LinearWeights, source: StoredSurface, target: Size, isChroma: Bool
  ) throws(FilterError) -> [PlaneStep] {
    switch weights {
    case .matrix(let rows): return [PlaneStep(.matrix(rows), target)]
    case .separable(let horizontal, let vertical):
      return separableSteps(horizontal, vertical, size: source.size)
    case .resampled(_, let interpolation):
      let format = source.format
      return [true, false].map { vertical in
        let shift = !isChroma ? 0 : vertical ? format.chromaShiftY : format.chromaShiftX
        let positions = ResamplingTable(
          from: vertical ? source.size.height : source.size.width,
          to: vertical ? target.height : target.width, interpolation: interpolation,
          chromaShift: shift,
          siting: source.colorSpace.chromaLocation.offset(vertical: vertical))
        let size = vertical ? Size(source.size.width, target.height) : target
        if let phases = positions.phases {
          return PlaneStep(.phases(phases, vertical: vertical), size)
        }
        let table = addTable(positions.words)
        return PlaneStep(
          .positions(table: table, count: positions.count, vertical: vertical), size)
      }
    }
  }

  /// Columns and rows of weights, long ones on fewer samples.
  private mutating func separableSteps(
    _ horizontal: [Double], _ vertical: [Double], size full: Size
  ) -> [PlaneStep] {
    let columns = coarse(vertical)
    let rows = coarse(horizontal)
    var size = full
    var steps: [PlaneStep] = []
    func append(_ weights: PlanePass.Weights) { steps.append(PlaneStep(weights, size)) }
    if let columns {
      size.height = CoarseRow.length(of: full.height, by: columns.factor)
      append(.phases(columns.down, vertical: true))
    }
    if let rows {
      size.width = CoarseRow.length(of: full.width, by: rows.factor)
      append(.phases(rows.down, vertical: false))
    }
    append(rowWeights(columns?.middle ?? vertical, vertical: true))
    append(rowWeights(rows?.middle ?? horizontal, vertical: false))
    if let columns {
      size.height = full.height
      append(.phases(columns.up, vertical: true))
    }
    if let rows {
      size.width = full.width
      append(.phases(rows.up, vertical: false))
    }
    return steps
  }

  private func coarse(_ weights: [Double]) -> CoarseRow? {
    weights.count / 2 > CoarseRow.shortest ? CoarseRow(weights) : nil
  }

  private mutating func rowWeights(_ weights: [Double], vertical: Bool) -> PlanePass.Weights {
    let radius = weights.count / 2
    if radius <= PlanePass.longestLiteral {
      return vertical ? .vertical(weights) : .horizontal(weights)
    }
    let zeros = [Double](repeating: 0, count: PlanePass.padding)
    let table = addTable((zeros + weights + zeros).map { Float($0).bitPattern })
    return .long(table: table, radius: radius, vertical: vertical)
  }

  /// Whether the picture in hand lies in planes that a linear filter can work on.
  var isInPlanes: Bool {
    if case .stored(let surface, _) = head { !surface.format.isPackedChroma } else { false }
  }

  mutating func emitPending(to surface: StoredSurface, _ resource: Resource) {
    passes += pending.map { $0(surface, resource) }
    pending = []
    pendingSurface = nil
    pendingIsCodes = false
  }

  mutating func settlePending() throws(FilterError) {
    guard let result = pendingSurface else { return }
    let surface =
      pendingIsCodes ? result : try kept(result.format, result.size, result.colorSpace)
    planes.append(surface)
    let resource = Resource.planes(planes.count - 1)
    emitPending(to: surface, resource)
    head = .stored(surface, resource)
  }

  /// Planes for what one filter hands to the next: 8 bits are rounded as a file's are, deeper samples are kept whole.
  private func kept(
    _ format: PixelFormat, _ size: Size, _ colorSpace: ColorSpace
  ) throws(FilterError) -> StoredSurface {
    try StoredSurface(
      format: format, size: size, colorSpace: colorSpace, alphaMode: inputs[0].alphaMode,
      isWide: format.bytesPerSample == 2)
  }

  /// Makes the picture in hand real: planes with the samples of the input's format.
  mutating func settleToPlanes() throws(FilterError) {
    try settleToPlanes(kept(inputs[0].format.inPlanes, size, planesColorSpace))
  }

  /// Makes the picture in hand real: planes of whole codes.
  mutating func settleToPlanes(_ format: PixelFormat) throws(FilterError) {
    try settleToPlanes(
      StoredSurface(
        format: format, size: size, colorSpace: planesColorSpace, alphaMode: inputs[0].alphaMode))
  }

  private var planesColorSpace: ColorSpace {
    var colorSpace = inputs[0].colorSpace
    colorSpace.matrix = colorSpace.matrix.written
    return colorSpace
  }

  private mutating func settleToPlanes(_ surface: StoredSurface) throws(FilterError) {
    planes.append(surface)
    let resource = Resource.planes(planes.count - 1)
    try emit(.stored(surface, resource))
    head = .stored(surface, resource)
  }
}

/// A pass over one plane: its weights, and the size of the picture that it leaves.
struct PlaneStep {
  let weights: PlanePass.Weights
  let size: Size

  init(_ weights: PlanePass.Weights, _ size: Size) {
    self.weights = weights
    self.size = size
  }
}
