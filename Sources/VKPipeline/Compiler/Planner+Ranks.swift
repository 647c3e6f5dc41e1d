internal import VKCore

// Rank filters, and kernels that see planes one by one.
extension Planner {
  mutating func addRank(_ filter: any RankFilter, _ step: Step) throws(FilterError) {
    try settlePending()
    let format = inputs[0].format.inPlanesOfCodes
    if !isStored(in: format) { try settleToPlanes(format) }
    guard case .stored(let source, let from) = head else { return }
    let options = options
    var last: [(StoredSurface, Resource) -> Pass] = []
    for plane in 0..<format.planeCount {
      let isAlpha = format.hasAlpha && plane == format.planeCount - 1
      guard !isAlpha, filter.window.planes >> plane & 1 == 1 else {
        last.append { target, to in
          PlanePass(
            name: step.name, weights: .matrix([[1]]), plane: plane, source: source, from: from,
            target: target, to: to, options: options
          ).written()
        }
        continue
      }
      let pass = RankPass(
        name: step.name, window: filter.window, plane: plane, source: source, from: from)
      let bits = try pass.surface()
      planes.append(bits)
      let between = Resource.planes(planes.count - 1)
      passes.append(pass.slicing(to: bits, between, options))
      last.append { pass.choosing(from: bits, between, to: $0, $1, options) }
    }
    pending = last
    pendingIsCodes = true
    pendingSurface = try StoredSurface(
      format: format, size: size, colorSpace: source.colorSpace, alphaMode: source.alphaMode)
  }

  /// Whether the picture in hand lies in planes of whole codes as they come from a file.
  private func isStored(in format: PixelFormat) -> Bool {
    guard stages.isEmpty, case .stored(let surface, _) = head else { return false }
    return surface.format == format && surface.isAligned && !surface.isWide
  }

  /// Whether a kernel that sees planes one by one may work on the planes as they are stored.
  func planesServe(_ kernel: KernelText, _ step: Step) -> Bool {
    kernel.isPlanewise && !hasAlpha && !isData && step.inputs == 1 && !options.isUnclamped
      && hasPlanes
  }

  mutating func addPlanewise(_ kernel: KernelText, _ step: Step) throws(FilterError) {
    try settlePending()
    if !stages.isEmpty || !isInPlanes { try settleToPlanes() }
    guard case .stored(let source, let from) = head else { return }
    let options = options
    let table = tableOfStep[step.index]
    pending = (0..<source.format.planeCount).map { plane in
      { target, to in
        PlanePass(
          name: step.name, weights: .kernel(kernel, table: table), plane: plane, source: source,
          from: from, target: target, to: to, options: options
        ).written()
      }
    }
    pendingSurface = try StoredSurface(
      format: source.format, size: size, colorSpace: source.colorSpace,
      alphaMode: source.alphaMode)
  }
}
