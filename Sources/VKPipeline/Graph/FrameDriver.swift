internal import VKCompute
internal import VKCore

/// The loop of a run: submits frames, waits for them in order, delivers them.
///
/// One thread uses it.
final class FrameDriver {
  /// Consumers that want the same pixels: one rendering serves them.
  struct Group {
    let chain: ChainedPicture
    let stream: StreamFormat
    let fieldOrder: FieldOrder
    let format: PixelFormat
    let options: ChainOptions
    var links: [(link: ConsumerLink, time: MediaTime?)]
  }

  /// What a consumer's last frame went through.
  private struct Latest {
    let chain: ChainedPicture
    let format: PixelFormat
    let options: ChainOptions
  }

  private struct InFlight {
    /// What was submitted for one frame of the source has one number.
    let batch: Int
    /// The source's frame at its time in the stream.
    let frame: Frame
    let orientation: Orientation
    let renders: [(group: Group, render: PendingRender)]
  }

  let run: PipelineRun
  let feed: FrameFeed
  let streams: StreamTable
  private var limit: Int
  private var inFlight: [InFlight] = []
  private var batch = 0
  private var framesDone = 0
  private var framesTaken = 0
  /// What each consumer's last frame went through.
  private var latest: [ObjectIdentifier: Latest] = [:]
  private let isCompiling = Locked(false)
  private var ended: [ConsumerLink] = []
  /// The filters that the nodes hold for the frame in hand.
  private(set) var filters: [ObjectIdentifier: [any Filter]] = [:]

  init(run: PipelineRun, feed: FrameFeed) {
    self.run = run
    self.feed = feed
    streams = StreamTable(run: run, feed: feed)
    limit = run.settings.framesInFlight ?? run.context.defaultFramesInFlight
  }

  /// Runs to the end of the source, and to that of further ones where filters go on with them.
  func runAll() throws {
    if let frame = try feed.rehearsal() { try rehearse(frame) }
    feed.begin()
    var isWanted = true
    while isWanted, let frame = try nextFrame() {
      guard run.settings.willFilter?(frame.time) ?? true else {
        isWanted = false
        break
      }
      streams.hold(frame)
      let moment = StreamMoment(
        time: frame.time, duration: frame.duration, number: framesTaken,
        frameRate: feed.frameRate, picture: .frame(frame, of: feed))
      framesTaken += 1
      isWanted = try push(moment, to: try tree())
      run.settings.progress?(framesDone)
      try endBatch()
    }
    if !isWanted { feed.cancel() } else if !run.isStopped { try finishStreams() }
    while !inFlight.isEmpty { try completeOldest() }
  }

  /// The next frame.
  ///
  /// While the source has none ready, the oldest on the device is finished.
  private func nextFrame() throws -> Frame? {
    while !inFlight.isEmpty {
      if let frame = streams.main.nextIfReady() { return frame }
      try completeOldest()
    }
    return try streams.main.next()
  }

  /// Lets streams go on that do so behind the end of the source.
  private func finishStreams() throws {
    guard streams.haveSteps else { return }
    _ = try push(nil, to: try tree())
  }

  /// Closes what was submitted for a frame; when enough is on the device, the oldest is finished.
  private func endBatch() throws {
    batch += 1
    if Set(inFlight.map(\.batch)).count >= limit { try completeOldest() }
  }

  // MARK: Streams

  /// Sends a moment, or the end, through a node and what is below it; false when nothing there wants more.
  private func push(_ moment: StreamMoment?, to tree: GraphTree) throws -> Bool {
    guard let step = try streams.step(of: tree.node) else {
      guard let moment else {
        for child in tree.children { _ = try push(nil, to: child) }
        return false
      }
      let isSource = tree.node === run.root
      return try deliver(isSource ? moment : moment.passed(through: tree.node), at: tree)
    }
    step.push(moment)
    var (isWanted, isFirst) = (true, true)
    while isWanted, let next = try step.next() {
      guard moment != nil || run.settings.willFilter?(next.time) ?? true, !run.isStopped else {
        return false
      }
      if !isFirst || moment == nil {
        try endBatch()
        run.settings.progress?(framesDone)
      }
      isFirst = false
      // Behind the source's end the graph is looked at for each moment, as before for each frame.
      let now = moment == nil ? try self.tree().subtree(at: tree.node) : tree
      isWanted = try deliver(next, at: now ?? tree)
    }
    if moment == nil { for child in tree.children { _ = try push(nil, to: child) } }
    return isWanted && !step.isOver
  }

  /// Gives a moment to the consumers behind a node and to the nodes below; false when none wants more.
  private func deliver(_ moment: StreamMoment, at tree: GraphTree) throws -> Bool {
    var isWanted = tree.links.isEmpty && tree.children.isEmpty
    let links = tree.links.filter { run.settings.takes(moment.time, after: $0.report) }
    if !links.isEmpty {
      try submit(moment, to: links, at: tree)
      isWanted = true
    }
    for child in tree.children where try push(moment, to: child) { isWanted = true }
    return isWanted
  }

  private func submit(
    _ moment: StreamMoment, to links: [ConsumerLink], at tree: GraphTree
  ) throws {
    var chain = try ChainedPicture(moment.picture, known: filters)
    if run.settings.autorotates { chain.turn() }
    var frame = chain.frame
    (frame.time, frame.duration) = (moment.time, moment.duration)
    var groups: [Group] = []
    for link in links {
      // A live stream does not wait for the code that a consumer needs that has just come.
      let isNew = feed.isLive && framesDone > 0 && latest[ObjectIdentifier(link)] == nil
      if try isNew && !isReady(chain, frame, moment, for: link) { continue }
      let admitted = link.admit(
        time: moment.time, duration: moment.duration, shifts: run.settings.shifts(feed))
      guard let time = admitted else { continue }
      let ready = feed.isLive ? readyChain(chain, frame, of: link) : chain
      let group = try group(of: link, ready, frame, moment, at: time)
      let index = groups.firstIndex {
        $0.format == group.format && $0.options == group.options
          && $0.stream.size == group.stream.size
      }
      if let index { groups[index].links += group.links } else { groups.append(group) }
    }
    let renders = try groups.map { (group: $0, render: try render($0)) }
    if inFlight.isEmpty, framesDone == 0 {
      for render in renders.map(\.render) { try reserve(for: frame, render) }
    }
    if !renders.isEmpty {
      inFlight.append(
        InFlight(
          batch: batch, frame: frame, orientation: chain.feed.orientation, renders: renders))
    }
  }

  /// What a consumer gets of a frame.
  func group(
    of link: ConsumerLink, _ chain: ChainedPicture, _ frame: Frame, _ moment: StreamMoment,
    at time: MediaTime?
  ) throws -> Group {
    let shape = try chain.shape()
    var stream = chain.streamFormat(shape)
    stream.frameRate = moment.frameRate
    stream.isLive = feed.isLive
    var fitted = chain
    if let first = link.fixedFormat(for: stream, at: time) {
      fitted.filters.append(FittingFilter(first.size))
      (stream.size, stream.pixelAspectRatio) = (first.size, first.pixelAspectRatio)
    }
    if let mixer = shape.fieldMixer { link.warn(mixedFields(by: mixer, in: shape)) }
    let (format, colors) = try link.wanted(for: stream)
    let options = options(colors, frame)
    latest[ObjectIdentifier(link)] = Latest(chain: chain, format: format, options: options)
    return Group(
      chain: fitted, stream: stream,
      fieldOrder: frame.fieldOrder == .progressive ? .progressive : shape.fieldOrder,
      format: format, options: options, links: [(link, time)])
  }

  private func mixedFields(by filter: String, in shape: PictureShape) -> String {
    "\(filter) takes the two fields of interlaced frames for one picture"
      + (shape.fieldOrder == .progressive ? ", and the output is called progressive" : "")
  }

  /// The graph as it is at this moment, each node with its filters, taken once for the whole frame.
  func tree() throws -> GraphTree {
    filters.removeAll(keepingCapacity: true)
    let tree = run.root.editing { GraphTree(run.root, filters: &filters) }
    try streams.prepare(tree)
    let links = tree.allLinks
    try endRemoved(links)
    for link in links {
      let isNew = run.progress.withLock { progress in
        if progress.links.contains(where: { $0 === link }) { return false }
        progress.links.append(link)
        return true
      }
      if isNew { link.start { [run] in run.fail($0) } }
    }
    return tree
  }

  /// The picture by filters whose code is there.
  ///
  /// A live source does not wait for a compiler: until the new chain's code is made, on a thread of its own, frames go
  /// through the chain before it.
  private func readyChain(
    _ chain: ChainedPicture, _ frame: Frame, of link: ConsumerLink
  ) -> ChainedPicture {
    guard chain.further.isEmpty, let last = latest[ObjectIdentifier(link)] else { return chain }
    let (executor, options) = (run.executor, last.options)
    let (filters, inputs) = (chain.filters, [frame.pixelBuffer])
    let isReady = executor.isReady(filters, inputs: inputs, format: last.format, options: options)
    if isReady { return chain }
    compile(filters, inputs, last.format, options)
    var ready = chain
    (ready.filters, ready.moments) = (last.chain.filters, last.chain.moments)
    return ready
  }

  /// Whether the code for a consumer that has just come is there; makes it on the side when it is not.
  private func isReady(
    _ chain: ChainedPicture, _ frame: Frame, _ moment: StreamMoment, for link: ConsumerLink
  ) throws -> Bool {
    guard chain.further.isEmpty else { return true }
    var stream = chain.streamFormat(try chain.shape())
    stream.frameRate = moment.frameRate
    let (format, colors) = try link.wanted(for: stream)
    let (inputs, options) = ([frame.pixelBuffer], options(colors, frame))
    let isThere = run.executor.isReady(
      chain.filters, inputs: inputs, format: format, options: options)
    if !isThere { compile(chain.filters, inputs, format, options) }
    return isThere
  }

  /// Makes a chain's code on a thread of its own, one chain at a time.
  private func compile(
    _ filters: [any Filter], _ inputs: [PixelBuffer], _ format: PixelFormat,
    _ options: ChainOptions
  ) {
    let isFirst = isCompiling.withLock { compiling in
      defer { compiling = true }
      return !compiling
    }
    guard isFirst else { return }
    _ = WorkerThread { [run, isCompiling] in
      do {
        try run.executor.prepare(filters, inputs: inputs, format: format, options: options)
      } catch {
        run.fail(error)
      }
      isCompiling.withLock { $0 = false }
    }
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

  /// Makes what the frames to come will need; a device that has no room for it works on fewer at once.
  func reserve(for frame: Frame, _ render: PendingRender) throws {
    do {
      try run.executor.reserve(
        for: frame.pixelBuffer, render, inFlight: limit, waiting: 2 * limit + 4,
        queued: feed.capacity)
    } catch let error as GPUError where error.isOutOfMemory {
      reduce(to: 1)
    }
  }

  private func reduce(to count: Int) {
    limit = max(1, count)
    run.progress.withLock { $0.isShortOfMemory = true }
  }

  /// Starts a rendering; while the device has no room for it, frames before it are finished.
  func render(_ group: Group) throws -> PendingRender {
    while true {
      do {
        return try run.executor.submit(
          group.chain.filters, inputs: try inputs(of: group.chain), format: group.format,
          options: group.options, moments: group.chain.moments)
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

  /// A picture's own pixels and those of the further inputs of its filters.
  private func inputs(of chain: ChainedPicture) throws -> [PixelBuffer] {
    try [chain.frame.pixelBuffer] + chain.further.map(rendered)
  }

  /// A second input's picture through the filters of its own branch.
  private func rendered(_ picture: StreamPicture) throws -> PixelBuffer {
    var chain = try ChainedPicture(picture, known: filters)
    if run.settings.autorotates { chain.turn() }
    let inputs = try inputs(of: chain)
    guard !chain.filters.isEmpty else { return inputs[0] }
    let format: PixelFormat = inputs[0].format.bitDepth > 8 ? .rgba64 : .rgba
    return try run.executor.submit(
      chain.filters, inputs: inputs, format: format, options: run.settings.options,
      moments: chain.moments
    ).picture(timeout: run.settings.deviceTimeout)
  }

  private func completeOldest() throws {
    guard let batch = inFlight.first?.batch else { return }
    while let oldest = inFlight.first, oldest.batch == batch {
      inFlight.removeFirst()
      try complete(oldest)
    }
    framesDone += 1
    if framesDone == limit + 2 {
      let statistics = run.context.device.statistics
      run.progress.withLock { $0.warm = statistics }
    }
  }

  private func complete(_ oldest: InFlight) throws {
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
          frame.orientation =
            run.settings.autorotates ? nil : frame.orientation ?? oldest.orientation
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
  }

  /// Ends the sources of second inputs.
  func cancelSecondaries() { streams.cancelSecondaries() }
}
