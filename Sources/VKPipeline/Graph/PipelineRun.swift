internal import VKCompute
internal import VKCore

/// One run of a pipeline: the source's thread fills a queue, this one keeps a few frames on the device and hands them on in
/// order, and each consumer takes them on a thread of its own.
package final class PipelineRun: Sendable {
  struct Outcome: Sendable {
    var failure: (any Error)?
    var isStopped = false
    /// Whether the failure ended the source and nothing else.
    var isInterrupted = false
    /// Whether consumers that come now are too late.
    var isEnding = false
    var report: PipelineReport?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let root: GraphNode
  let context: RenderContext
  let settings: PipelineSettings
  let executor: ChainExecutor
  private let source: any ImageSource
  /// The run before this one, which is telling its consumers of its end.
  private let predecessor: PipelineRun?
  private let isOver = Locked(false)
  private let end = Locked(Outcome())
  private let feed = Locked<FrameFeed?>(nil)
  /// What the driver tells of its work.
  let progress = Locked(Progress())

  /// What has been done on the device and handed on.
  struct Progress: Sendable {
    var gpuSeconds = 0.0
    /// Whether the device had no room for as many frames as were wanted.
    var isShortOfMemory = false
    /// The device's counters once the first frames were through.
    var warm: DeviceStatistics?
    /// Consumers whose streams have begun, those that an edit took away included.
    var links: [ConsumerLink] = []
  }

  init(
    root: GraphNode, source: any ImageSource, context: RenderContext, settings: PipelineSettings,
    after predecessor: PipelineRun? = nil
  ) {
    self.predecessor = predecessor
    self.root = root
    self.source = source
    self.context = context
    self.settings = settings
    executor = ChainExecutor(context: context)
  }

  // MARK: Control

  /// Starts the run on a thread of its own.
  func start() {
    _ = WorkerThread { [self] in
      predecessor?.isOver.wait { $0 ? () : nil }
      execute()
      isOver.signal { $0 = true }
      let waiters = end.withLock { state -> [CheckedContinuation<Void, Never>] in
        defer { state.waiters = [] }
        return state.waiters
      }
      root.state.withLock { if $0.run === self { $0.run = nil } }
      waiters.forEach { $0.resume() }
    }
  }

  /// Waits for the end; gives what happened and the first error of any part.
  package func outcome() async -> (report: PipelineReport, failure: (any Error)?) {
    await withCheckedContinuation { continuation in
      let isOver = end.withLock { state -> Bool in
        if state.report == nil { state.waiters.append(continuation) }
        return state.report != nil
      }
      if isOver { continuation.resume() }
    }
    let (failure, report) = end.withLock { ($0.failure, $0.report) }
    return (report ?? PipelineReport(), failure)
  }

  /// Ends the source; what it gave is finished as a shorter stream.
  func stop() {
    end.withLock { $0.isStopped = true }
    leaveLoops()
    feed.withLock { $0 }?.stop()
  }

  /// Who asks for the end, or failed, may be in the loop that a consumer waits for.
  private func leaveLoops() {
    for (_, link) in root.branches() { (link.consumer as? any LoopConsumer)?.stopWaiting() }
  }

  /// Records the first error and ends everything.
  func fail(_ error: any Error) {
    end.withLock { if $0.failure == nil { $0.failure = error } }
    leaveLoops()
    feed.withLock { $0 }?.cancel()
  }

  /// Records that the source was lost; what it gave before goes on its way.
  private func interrupt(by error: any Error) {
    end.withLock { state in
      guard state.failure == nil else { return }
      (state.failure, state.isInterrupted) = (error, true)
    }
  }

  private var failure: (any Error)? { end.withLock { $0.failure } }

  /// Whether the source is at its end, and consumers that come now are too late for this run.
  var isEnding: Bool { end.withLock { $0.isEnding } }

  /// Whether the run is to end with what its sources have given.
  var isStopped: Bool { end.withLock { $0.isStopped || $0.failure != nil } }

  // MARK: Work

  private func execute() {
    var driver: FrameDriver?
    do {
      let feed = try FrameFeed(source, memory: context.memory, capacity: 2)
      self.feed.withLock { $0 = feed }
      if isStopped { feed.stop() }
      let started = FrameDriver(run: self, feed: feed)
      driver = started
      try started.runAll()
    } catch let error as any SourceInterruption where driver != nil && error.keepsWhatCame {
      interrupt(by: error)
    } catch {
      fail(error)
    }
    driver?.cancelSecondaries()
    end.withLock { $0.isEnding = true }
    for (_, link) in root.branches() {
      progress.withLock { if !$0.links.contains(where: { $0 === link }) { $0.links.append(link) } }
    }
    let (error, isInterruption) = end.withLock { ($0.failure, $0.isInterrupted) }
    for link in progress.withLock({ $0.links }) {
      link.end(error: error, isInterruption: isInterruption) { fail($0) }
    }
    let report = report
    feed.withLock { $0 = nil }
    end.withLock { $0.report = report }
  }

  /// What has happened so far.
  var report: PipelineReport {
    let progress = progress.withLock { $0 }
    var report = PipelineReport()
    let feed = feed.withLock { $0 }
    report.framesIn = feed?.received ?? 0
    report.add(progress.links)
    report.lostAtSource = feed?.lost ?? [:]
    report.dropped.merge(report.lostAtSource, uniquingKeysWith: +)
    if progress.isShortOfMemory {
      report.warnings.append("the device is short of memory: fewer frames were worked on at once")
    }
    report.device = context.device.name
    report.copiesOnCPU = context.copiesOnCPU
    report.passes = executor.statistics.passes
    report.gpuSeconds = progress.gpuSeconds
    report.framesInFlight = settings.framesInFlight ?? context.defaultFramesInFlight
    report.dispatches = report.passes.reduce(0) { $0 + $1.dispatches }
    let device = context.device.statistics
    report.peakDeviceBytes = device.peakBytesAllocated
    if let warm = progress.warm {
      let since = device - warm
      report.objectsCreatedAfterWarmUp = since.objectsCreated + since.memoryAllocations
    }
    return report
  }
}
