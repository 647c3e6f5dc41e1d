internal import VKCompute
internal import VKCore

/// The loop of a run: submits frames, waits for them in order, delivers them.
///
/// One thread uses it.
final class FrameDriver {
  /// A consumer with the way to it.
  private struct Branch: Sendable {
    let path: [GraphNode]
    let link: ConsumerLink
    var filters: [any Filter]
  }

  /// Consumers that want the same pixels: one rendering serves them.
  private struct Group {
    let branch: Branch
    let stream: StreamFormat
    let fieldOrder: FieldOrder
    let format: PixelFormat
    let options: ChainOptions
    var links: [(link: ConsumerLink, time: MediaTime?)]
  }

  /// What a consumer's last frame went through.
  private struct Latest {
    let filters: [any Filter]
    let format: PixelFormat
    let options: ChainOptions
  }

  private struct InFlight {
    let frame: Frame
    let renders: [(group: Group, render: PendingRender)]
  }

  private let run: PipelineRun
  private let feed: FrameFeed
  private var limit: Int
  private var inFlight: [InFlight] = []
  private var secondaries: [ObjectIdentifier: SecondaryFeed] = [:]
  private var framesDone = 0
  /// What each consumer's last frame went through.
  private var latest: [ObjectIdentifier: Latest] = [:]
  private let isCompiling = Locked(false)
  private var ended: [ConsumerLink] = []

  init(run: PipelineRun, feed: FrameFeed) {
    self.run = run
    self.feed = feed
    limit = run.settings.framesInFlight ?? run.context.defaultFramesInFlight
  }

  /// Runs to the end of the source.
  func runAll() throws {
    while let frame = try nextFrame() {
      guard run.settings.willFilter?(frame.time) ?? true else {
        feed.cancel()
        break
      }
      try submit(frame)
      run.settings.progress?(framesDone)
      if inFlight.count >= limit { try completeOldest() }
    }
    while !inFlight.isEmpty { try completeOldest() }
  }

  /// The next frame.
  ///
  /// While the source has none ready, the oldest on the device is finished.
  private func nextFrame() throws -> Frame? {
    while !inFlight.isEmpty {
      if let frame = feed.nextIfReady() { return frame }
      try completeOldest()
    }
    return try feed.next()
  }

  private func submit(_ frame: Frame) throws {
    var groups: [Group] = []
    for branch in try branches(for: frame) {
      let time = branch.link.admit(
        time: frame.time, duration: frame.duration, shifts: run.settings.shifts(feed))
      guard let time else { continue }
      let group = try group(of: branch, frame, at: time)
      let index = groups.firstIndex {
        $0.format == group.format && $0.options == group.options
          && $0.stream.size == group.stream.size
          && $0.branch.path.elementsEqual(branch.path, by: ===)
      }
      if let index { groups[index].links += group.links } else { groups.append(group) }
    }
    let renders = try groups.map { (group: $0, render: try render($0, frame)) }
    if inFlight.isEmpty, framesDone == 0 {
      for render in renders.map(\.render) { try reserve(for: frame, render) }
    }
    if !renders.isEmpty { inFlight.append(InFlight(frame: frame, renders: renders)) }
  }

  /// What a branch's consumer gets of a frame.
  private func group(of branch: Branch, _ frame: Frame, at time: MediaTime?) throws -> Group {
    let (link, filters) = (branch.link, branch.filters)
    let shape = try shape(of: frame).behind(filters)
    var stream = streamFormat(frame, shape: shape, filters: filters)
    var fitted = branch
    if let first = link.fixedFormat(for: stream, at: time) {
      fitted.filters.append(FittingFilter(first.size))
      (stream.size, stream.pixelAspectRatio) = (first.size, first.pixelAspectRatio)
    }
    if let mixer = shape.fieldMixer { link.warn(mixedFields(by: mixer, in: shape)) }
    let (format, colors) = try link.wanted(for: stream)
    let options = options(colors, frame)
    latest[ObjectIdentifier(link)] = Latest(filters: filters, format: format, options: options)
    return Group(
      branch: fitted, stream: stream,
      fieldOrder: frame.fieldOrder == .progressive ? .progressive : shape.fieldOrder,
      format: format, options: options, links: [(link, time)])
  }

  private func mixedFields(by filter: String, in shape: PictureShape) -> String {
    "\(filter) takes the two fields of interlaced frames for one picture"
      + (shape.fieldOrder == .progressive ? ", and the output is called progressive" : "")
  }

  /// The branches as they are at this moment, each with its filters, taken once for the whole frame.
  private func branches(for frame: Frame) throws -> [Branch] {
    let upright =
      run.settings.autorotates ? uprighting(frame.orientation ?? feed.orientation) : []
    var branches: [Branch] = []
    run.root.editing {
      for (path, link) in run.root.branches() {
        let known = branches.first { $0.path.elementsEqual(path, by: ===) }
        branches.append(
          Branch(
            path: path, link: link,
            filters: known?.filters ?? (upright + path.flatMap(\.filters))))
      }
    }
    try endRemoved(branches.map(\.link))
    for link in branches.map(\.link) {
      let isNew = run.progress.withLock { progress in
        if progress.links.contains(where: { $0 === link }) { return false }
        progress.links.append(link)
        return true
      }
      if isNew { link.start { [run] in run.fail($0) } }
    }
    return feed.isLive ? branches.map { readyBranch($0, frame) } : branches
  }

  /// The branch with filters whose code is there.
  ///
  /// A live source does not wait for a compiler: until the new chain's code is made, on a thread of its own, frames go
  /// through the chain before it.
  private func readyBranch(_ branch: Branch, _ frame: Frame) -> Branch {
    let takesOneInput = branch.path.allSatisfy { $0.state.withLock { $0.secondaries.isEmpty } }
    guard takesOneInput, let last = latest[ObjectIdentifier(branch.link)] else { return branch }
    let (executor, options) = (run.executor, last.options)
    let inputs = [frame.pixelBuffer]
    let isReady = executor.isReady(
      branch.filters, inputs: inputs, format: last.format, options: options)
    if isReady { return branch }
    let isFirst = isCompiling.withLock { compiling in
      defer { compiling = true }
      return !compiling
    }
    if isFirst {
      _ = WorkerThread { [run, isCompiling] in
        do {
          try executor.prepare(
            branch.filters, inputs: inputs, format: last.format, options: options)
        } catch {
          run.fail(error)
        }
        isCompiling.withLock { $0 = false }
      }
    }
    return Branch(path: branch.path, link: branch.link, filters: last.filters)
  }

  /// Ends the streams of consumers that an edit took away.
  private func endRemoved(_ present: [ConsumerLink]) throws {
    let removed = run.progress.withLock { $0.links }.filter { link in
      !present.contains { $0 === link } && !ended.contains { $0 === link }
    }
    guard !removed.isEmpty else { return }
    while !inFlight.isEmpty { try completeOldest() }
    for link in removed { link.end(error: nil) { run.fail($0) } }
    ended += removed
  }

  /// The run's options with the colours that a consumer wants.
  private func options(_ colors: ColorSpace, _ frame: Frame) -> ChainOptions {
    var options = run.settings.options
    options.colors = colors
    let isToneMapped =
      colors.transfer != .unspecified && frame.pixelBuffer.colorSpace.transfer == .pq
    if isToneMapped, let peak = frame.peakLuminance { options.peakLuminance = peak }
    return options
  }

  /// What comes out of a branch for `frame`.
  private func streamFormat(
    _ frame: Frame, shape: PictureShape, filters: [any Filter]
  ) -> StreamFormat {
    let buffer = frame.pixelBuffer
    var format = StreamFormat(
      size: shape.size, pixelFormat: resultFormat(of: filters, for: buffer.format),
      colorSpace: buffer.colorSpace.resolved(for: buffer.format, size: buffer.size))
    format.pixelAspectRatio = shape.pixelAspectRatio
    format.fieldOrder = shape.fieldOrder
    format.frameRate = feed.frameRate
    return format
  }

  /// The shape of a frame, as it is before any filter.
  private func shape(of frame: Frame) -> PictureShape {
    var shape = PictureShape(size: frame.pixelBuffer.size)
    shape.pixelAspectRatio = frame.pixelBuffer.pixelAspectRatio
    shape.fieldOrder = frame.fieldOrder == .progressive ? feed.fieldOrder : frame.fieldOrder
    return shape
  }

  /// The frame's time, as filters that change with it see it, and its number.
  private func moment(of frame: Frame) -> FrameMoment {
    FrameMoment(seconds: frame.time?.seconds ?? 0, number: framesDone + inFlight.count)
  }

  /// Makes what the frames to come will need; a device that has no room for it works on fewer at once.
  private func reserve(for frame: Frame, _ render: PendingRender) throws {
    do {
      try run.executor.reserve(
        for: frame.pixelBuffer, render, inFlight: limit, waiting: 2 * limit + 4)
    } catch let error as GPUError where error.isOutOfMemory {
      reduce(to: 1)
    }
  }

  private func reduce(to count: Int) {
    limit = max(1, count)
    run.progress.withLock { $0.isShortOfMemory = true }
  }

  /// Starts a rendering; while the device has no room for it, frames before it are finished.
  private func render(_ group: Group, _ frame: Frame) throws -> PendingRender {
    while true {
      do {
        return try run.executor.submit(
          group.branch.filters, inputs: try inputs(group.branch.path, frame.pixelBuffer, of: frame),
          format: group.format, options: group.options, moment: moment(of: frame))
      } catch let error as GPUError where error.isOutOfMemory {
        reduce(to: inFlight.count)
        if !inFlight.isEmpty {
          try completeOldest()
        } else {
          let memory = run.context.memory
          guard memory.pool.waitForReturn(seconds: memory.patience) else { throw error }
        }
      }
    }
  }

  /// A branch's first picture and those of the second inputs along it, as they are when `frame` is shown.
  private func inputs(
    _ path: [GraphNode], _ first: PixelBuffer, of frame: Frame
  ) throws -> [PixelBuffer] {
    let secondaries = path.flatMap { node in node.state.withLock { $0.secondaries } }
    return try [first] + secondaries.map { try picture($0, with: frame) }
  }

  /// A second input's picture for the moment of `frame`, through the filters of its own branch.
  private func picture(
    _ secondary: GraphNode.Secondary, with frame: Frame
  ) throws -> PixelBuffer {
    let (shown, orientation) = try source(secondary, with: frame)
    let path = secondary.node.pathFromRoot
    let turn = run.settings.autorotates ? uprighting(shown.orientation ?? orientation) : []
    let filters = turn + path.flatMap(\.filters)
    let inputs = try inputs(path, shown.pixelBuffer, of: frame)
    guard !filters.isEmpty else { return inputs[0] }
    let format: PixelFormat = shown.pixelBuffer.format.bitDepth > 8 ? .rgba64 : .rgba
    return try run.executor.submit(
      filters, inputs: inputs, format: format, options: run.settings.options
    ).picture(timeout: run.settings.deviceTimeout)
  }

  /// The frame of a second input's source, and how that source lies; the run's own source shows `frame` itself.
  private func source(
    _ secondary: GraphNode.Secondary, with frame: Frame
  ) throws -> (Frame, Orientation) {
    let root = secondary.node.root
    if root === run.root { return (frame, feed.orientation) }
    let key = ObjectIdentifier(root)
    if let known = secondaries[key] {
      return (try known.frame(at: frame.time), known.feed.orientation)
    }
    guard let source = secondary.source ?? root.source else {
      throw FilterError(.inputs, "a second input's source is gone")
    }
    let started = SecondaryFeed(try FrameFeed(source, memory: run.context.memory, capacity: 2))
    secondaries[key] = started
    return (try started.frame(at: frame.time), started.feed.orientation)
  }

  private func completeOldest() throws {
    let oldest = inFlight.removeFirst()
    for (group, render) in oldest.renders {
      let links = group.links
      if render.reduction != nil {
        let value = try render.value(timeout: run.settings.deviceTimeout)
        for (link, time) in links { link.deliver(.value(value, time)) }
      } else {
        let picture = try render.picture(timeout: run.settings.deviceTimeout)
        for (link, time) in links {
          var frame = oldest.frame
          frame.pixelBuffer = picture
          frame.orientation = run.settings.autorotates ? nil : frame.orientation ?? feed.orientation
          frame.pixelBuffer.pixelAspectRatio = group.stream.pixelAspectRatio
          frame.fieldOrder = group.fieldOrder
          frame.time = time
          link.deliver(.frame(frame))
        }
      }
      run.executor.addTimes(of: render)
      let seconds = render.submission.gpuEndTime - render.submission.gpuStartTime
      run.progress.withLock { $0.gpuSeconds += seconds }
    }
    framesDone += 1
    if framesDone == limit + 2 {
      let statistics = run.context.device.statistics
      run.progress.withLock { $0.warm = statistics }
    }
  }

  /// Ends the sources of second inputs.
  func cancelSecondaries() {
    for secondary in secondaries.values { secondary.feed.cancel() }
  }
}
