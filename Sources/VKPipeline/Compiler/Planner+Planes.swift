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
    let middle = try StoredSurface(
      format: format, size: Size(size.width, target.height), colorSpace: source.colorSpace,
      alphaMode: source.alphaMode, isWide: format.bytesPerSample < 4)
    let result = try StoredSurface(
      format: format, size: target, colorSpace: source.colorSpace, alphaMode: source.alphaMode)
    var isTwoPass = true
    if case .matrix = weights { isTwoPass = false }
    if isTwoPass { planes.append(middle) }
    let between = Resource.planes(planes.count - 1)
    var last: [(StoredSurface, Resource) -> Pass] = []
    for plane in 0..<format.planeCount {
      let isChroma = format.isChroma(plane: plane)
      let scale = PlaneScale(
        x: isChroma ? 1 / Double(1 << format.chromaShiftX) : 1,
        y: isChroma ? 1 / Double(1 << format.chromaShiftY) : 1, isChroma: isChroma)
      let forms = try planeWeights(
        filter.weights(for: size, scale: scale), source: source, target: target, isChroma: isChroma)
      let options = options
      func pass(
        _ form: PlanePass.Weights, _ source: StoredSurface, _ from: Resource,
        _ target: StoredSurface, _ to: Resource
      ) -> Pass {
        PlanePass(
          name: step.name, weights: form, plane: plane, source: source, from: from,
          target: target, to: to, options: options
        ).written()
      }
      if forms.count == 2 {
        passes.append(pass(forms[0], source, from, middle, between))
        last.append { pass(forms[1], middle, between, $0, $1) }
      } else {
        last.append { pass(forms[0], source, from, $0, $1) }
      }
    }
    pending = last
    pendingSurface = result
    size = target
  }

  private mutating func planeWeights(
    _ weights: LinearWeights, source: StoredSurface, target: Size, isChroma: Bool
  ) throws(FilterError) -> [PlanePass.Weights] {
    switch weights {
    case .matrix(let rows): return [.matrix(rows)]
    case .separable(let horizontal, let vertical):
      return [
        rowWeights(vertical, vertical: true), rowWeights(horizontal, vertical: false),
      ]
    case .resampled(_, let interpolation):
      let format = source.format
      return [true, false].map { vertical in
        let shift = !isChroma ? 0 : vertical ? format.chromaShiftY : format.chromaShiftX
        let positions = ResamplingTable(
          from: vertical ? source.size.height : source.size.width,
          to: vertical ? target.height : target.width, interpolation: interpolation,
          chromaShift: shift,
          siting: source.colorSpace.chromaLocation.offset(vertical: vertical))
        return .positions(
          table: addTable(positions.words), count: positions.count, vertical: vertical)
      }
    }
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
  private var isInPlanes: Bool {
    if case .stored(let surface, _) = head { !surface.format.isPackedChroma } else { false }
  }

  mutating func emitPending(to surface: StoredSurface, _ resource: Resource) {
    passes += pending.map { $0(surface, resource) }
    pending = []
    pendingSurface = nil
  }

  mutating func settlePending() throws(FilterError) {
    guard let result = pendingSurface else { return }
    let surface = try kept(result.format, result.size, result.colorSpace)
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
    var colorSpace = inputs[0].colorSpace
    colorSpace.matrix = colorSpace.matrix.written
    let surface = try kept(inputs[0].format.inPlanes, size, colorSpace)
    planes.append(surface)
    let resource = Resource.planes(planes.count - 1)
    try emit(.stored(surface, resource))
    head = .stored(surface, resource)
  }
}
