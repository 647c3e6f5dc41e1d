public import VKCompute
public import VKCore

/// How a pipeline runs.
public struct PipelineSettings: Sendable {
  /// What happens when time jumps backwards.
  public enum Timestamps: Sendable {
    /// Live sources drop, others shift what follows.
    case automatic
    /// Frames that are not later than the last are dropped.
    case drop
    /// All that follows a backward jump is shifted behind what came before.
    case shift
  }

  /// The device; nil takes the system's default.
  public var device: Device?
  /// Frames on the device at once; nil takes what suits the device.
  public var framesInFlight: Int?
  /// Seconds that a frame may take on the device before it counts as hung.
  public var deviceTimeout = 300.0
  /// Whether pictures are turned upright as their source says.
  public var autorotates = true
  /// What happens when time jumps backwards.
  public var timestamps = Timestamps.automatic
  /// Keeps values outside 0…1 between filters.
  public var isUnclamped = false
  /// Runs filters in linear light.
  public var isLinear = false
  /// The most frames that a consumer gets.
  public var frameLimit: Int?
  /// The time from which on frames are not wanted any more.
  public var endTime: MediaTime?
  /// Called with the number of frames done, from the pipeline's thread.
  public var progress: (@Sendable (Int) -> Void)?
  /// Called with a frame's time before it is filtered, from the pipeline's thread; false ends the run before that frame.
  ///
  /// What it changes in the graph holds from this frame on: filters in slots, parameters, new consumers.
  public var willFilter: (@Sendable (MediaTime?) -> Bool)?

  /// Makes the defaults.
  public init() {}

  var options: ChainOptions {
    var options = ChainOptions()
    options.isUnclamped = isUnclamped
    options.isLinear = isLinear
    return options
  }

  /// Whether a frame is still wanted by a consumer that got what `report` says.
  func takes(_ time: MediaTime?, after report: @autoclosure () -> ConsumerReport) -> Bool {
    if let endTime, let time, time >= endTime { return false }
    guard let frameLimit else { return true }
    let report = report()
    return report.received - report.dropped.values.reduce(0, +) < frameLimit
  }

  func shifts(_ feed: FrameFeed) -> Bool {
    switch timestamps {
    case .automatic: !feed.isLive
    case .drop: false
    case .shift: true
    }
  }
}

/// What happened to every frame of a run.
public struct PipelineReport: Sendable {
  /// Frames that came from the source.
  public internal(set) var framesIn = 0
  /// Frames that the consumers took, all together.
  public internal(set) var delivered = 0
  /// Frames that consumers did not get, by reason.
  public internal(set) var dropped: [DropReason: Int] = [:]
  /// Frames that were lost before any consumer's branch, by reason; among `dropped` too.
  public internal(set) var lostAtSource: [DropReason: Int] = [:]
  /// Each consumer's numbers, in the order in which they were connected.
  public internal(set) var consumers: [ConsumerReport] = []
  /// What is worth knowing, in words.
  public internal(set) var warnings: [String] = []
  /// The device that rendered.
  public internal(set) var device = ""
  /// Seconds that the device was busy.
  public internal(set) var gpuSeconds = 0.0
  /// Dispatches of the whole run.
  public internal(set) var dispatches = 0
  /// Frames on the device at once.
  public internal(set) var framesInFlight = 0
  /// Whole frames that the processor copied inside the pipeline.
  public internal(set) var copiesOnCPU = 0
  /// Vulkan objects and device allocations after the first frames.
  public internal(set) var objectsCreatedAfterWarmUp = 0
  /// The most bytes that were allocated on the device.
  public internal(set) var peakDeviceBytes = 0
  package internal(set) var passes: [ChainExecutor.PassStatistics] = []

  mutating func add(_ links: [ConsumerLink]) {
    for link in links {
      let report = link.report
      consumers.append(report)
      delivered += report.delivered
      dropped.merge(report.dropped, uniquingKeysWith: +)
      warnings += link.warnings
    }
  }
}

/// A source, the filters behind it and the consumers at their ends.
///
/// Thread-safe.
public final class Pipeline: Sendable {
  private let root: GraphNode
  private let source: (any ImageSource)?

  init(root: GraphNode, source: (any ImageSource)?) {
    self.root = root
    self.source = source
  }

  func attached(_ consumer: any ImageConsumer) -> Pipeline {
    (consumer as? any AttachedConsumer)?.attach(to: self)
    return self
  }

  /// Runs until the source ends, everything it gave is with the consumers, and these are finished.
  ///
  /// Cancelling the task ends the source early; files are finished as shorter ones.
  ///
  /// - Throws: the first error of any part, and `CancellationError` when the task was cancelled.
  @discardableResult
  public func run(_ settings: PipelineSettings = PipelineSettings()) async throws -> PipelineReport
  {
    let (report, failure) = try await outcome(settings)
    if let failure { throw failure }
    try Task.checkCancellation()
    return report
  }

  /// Runs as `run` does; gives what happened also where something failed.
  ///
  /// - Throws: `GPUError` when there is no device.
  package func outcome(
    _ settings: PipelineSettings
  ) async throws -> (report: PipelineReport, failure: (any Error)?) {
    let run = try begin(settings)
    return await withTaskCancellationHandler {
      await run.outcome()
    } onCancel: {
      run.stop()
    }
  }

  /// Starts the run unless it is running already.
  ///
  /// - Throws: `GPUError` when there is no device.
  @discardableResult
  package func begin(_ settings: PipelineSettings) throws -> PipelineRun {
    let running = root.state.withLock { $0.run }
    if let running, !running.isEnding { return running }
    guard let source = source ?? root.source else {
      throw FilterError(.inputs, "the pipeline has no source; keep it until the run is over")
    }
    let device = try settings.device ?? Device.systemDefault
    let context = try RenderContext(device: device, patience: min(5, settings.deviceTimeout))
    let run = PipelineRun(
      root: root, source: source, context: context, settings: settings, after: running)
    let (current, isNew) = root.state.withLock { state -> (PipelineRun, Bool) in
      if let current = state.run, current !== running { return (current, false) }
      state.run = run
      return (run, true)
    }
    if isNew { run.start() }
    return current
  }

  /// Ends the source; what it has given is finished as a shorter stream.
  ///
  /// Thread-safe.
  public func stop() { root.state.withLock { $0.run }?.stop() }

  /// Ends the source, and waits until what it gave is with the consumers and these are finished.
  package func end() async {
    guard let run = root.state.withLock({ $0.run }) else { return }
    run.stop()
    _ = await run.outcome()
  }

  /// Gives memory back that waits to be used again, as far as a run holds any.
  ///
  /// Thread-safe.
  public func trimCaches() { root.state.withLock { $0.run }?.context.trim() }

  /// What has happened so far while it runs; nil when it does not.
  ///
  /// Thread-safe.
  public var report: PipelineReport? { root.state.withLock { $0.run }?.report }

  /// The moment of the system's monotonic clock that frames' times count from, where the source is live.
  package var startTime: MediaTime? {
    ((source ?? root.source) as? any FrameReader)?.startTime
  }

  /// Makes several changes to the graph as one, between two frames.
  ///
  /// No frame is lost or doubled.
  public func edit(_ changes: (inout GraphEdit) throws -> Void) async throws {
    try root.editing {
      var edit = GraphEdit(root: root)
      try changes(&edit)
    }
  }
}

/// Changes to a running graph.
public struct GraphEdit {
  let root: GraphNode

  /// Takes a node and what hangs below it away.
  ///
  /// Consumers there are finished.
  public mutating func remove(_ node: some ImageNode) {
    node.graphNode.state.withLock { $0.parent?.node }?.disconnect(node.graphNode)
  }

  /// Takes a consumer away and finishes it.
  public mutating func remove(_ consumer: some ImageConsumer) {
    for (path, link) in root.branches() where link.consumer === consumer {
      path.last?.state.withLock { $0.consumers.removeAll { $0 === link } }
    }
  }

  /// Connects the source to a consumer through a filter.
  ///
  /// A consumer that is in the graph already moves.
  public mutating func connect<F: Filter>(
    _ source: some ImageSource, to filter: F, to consumer: some ImageConsumer
  ) {
    let node = FilterNode(filter)
    root.connect(node.graphNode, source: source)
    move(consumer, to: node.graphNode)
  }

  /// Connects the source to a consumer as it is.
  ///
  /// A consumer that is in the graph already moves.
  public mutating func connect(_ source: some ImageSource, to consumer: some ImageConsumer) {
    move(consumer, to: root)
  }

  /// Connects a node to a consumer.
  ///
  /// A consumer that is in the graph already moves.
  public mutating func connect(_ node: some ImageNode, to consumer: some ImageConsumer) {
    move(consumer, to: node.graphNode)
  }

  private func move(_ consumer: some ImageConsumer, to node: GraphNode) {
    for (path, link) in root.branches() where link.consumer === consumer {
      path.last?.state.withLock { $0.consumers.removeAll { $0 === link } }
      node.state.withLock { $0.consumers.append(link) }
      return
    }
    node.connect(consumer)
  }
}

extension GraphSource {
  /// The pipeline that starts here.
  public var pipeline: Pipeline {
    graphNode.hold(self)
    return Pipeline(root: graphNode, source: self)
  }

  /// Runs the pipeline that starts here to its end.
  ///
  /// - Throws: the first error of any part.
  @discardableResult
  public func run(_ settings: PipelineSettings = PipelineSettings()) async throws -> PipelineReport
  {
    try await pipeline.run(settings)
  }
}
