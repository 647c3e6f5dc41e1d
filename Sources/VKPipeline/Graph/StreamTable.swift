internal import VKCore

/// The streams of a run: its sources, and the steps of nodes that do more than change pictures.
///
/// One thread uses it.
final class StreamTable {
  /// The run's own source, as its main line reads it.
  let main: FeedReader
  private let run: PipelineRun
  private let shared: SharedFeed
  /// The sources of second inputs, by their nodes.
  private var further: [ObjectIdentifier: SharedFeed] = [:]
  /// Steps of the main line with the second inputs that they were made for.
  private var steps: [ObjectIdentifier: (step: any StreamStep, inputs: [GraphNode])] = [:]
  /// The frame of the run's own source that is in hand.
  private var frame: Frame?
  private var isPrepared = false

  init(run: PipelineRun, feed: FrameFeed) {
    self.run = run
    shared = SharedFeed(feed)
    main = shared.makeReader()
  }

  /// Whether there is any step.
  var haveSteps: Bool { !steps.isEmpty }

  /// Says which frame is in hand: who reads the source too begins with it.
  func hold(_ frame: Frame) { self.frame = frame }

  /// Makes all steps before the first frame goes on its way, so that no reader of a source misses a frame.
  func prepare(_ tree: GraphTree) throws {
    guard !isPrepared else { return }
    try makeSteps(tree)
    isPrepared = true
  }

  private func makeSteps(_ tree: GraphTree) throws {
    _ = try step(of: tree.node)
    for child in tree.children { try makeSteps(child) }
  }

  /// The step of a node of the main line; nil when it only changes pictures.
  func step(of node: GraphNode) throws -> (any StreamStep)? {
    let secondaries = node.state.withLock { $0.secondaries.map(\.node) }
    let key = ObjectIdentifier(node)
    if let known = steps[key], known.inputs.elementsEqual(secondaries, by: ===) {
      return known.step
    }
    guard let step = try makeStep(of: node) else { return nil }
    steps[key] = (step, secondaries)
    return step
  }

  private func makeStep(of node: GraphNode) throws -> (any StreamStep)? {
    let (content, secondaries) = node.state.withLock { ($0.content, $0.secondaries) }
    if case .retiming(let retiming) = content {
      return RetimingStep(retiming, origin: shared.feed.beginning)
    }
    guard !secondaries.isEmpty else { return nil }
    return MeetingStep(node, others: try secondaries.map(stream)) { [run] first, second in
      try checkTransition(from: first, to: second, turning: run.settings.autorotates)
    }
  }

  private func stream(_ secondary: GraphNode.Secondary) throws -> SecondaryStream {
    let path = secondary.node.pathFromRoot
    let source = try source(path[0], secondary.source)
    let isOwn = source === shared
    var nodes: [(node: GraphNode, step: (any StreamStep)?)] = []
    for node in path.dropFirst() { nodes.append((node, try makeStep(of: node))) }
    return SecondaryStream(
      source.makeReader(from: isOwn ? frame : nil), of: source.feed,
      shift: shared.feed.beginning - source.feed.beginning, nodes: nodes)
  }

  /// The frames of the source at the top of a branch.
  private func source(_ root: GraphNode, _ source: (any ImageSource)?) throws -> SharedFeed {
    if root === run.root { return shared }
    let key = ObjectIdentifier(root)
    if let known = further[key] { return known }
    guard let source = source ?? root.source else {
      throw FilterError(.inputs, "a second input's source is gone")
    }
    let feed = try FrameFeed(source, memory: run.context.memory, capacity: 2)
    feed.begin()
    let started = SharedFeed(feed)
    further[key] = started
    return started
  }

  /// Ends the sources of second inputs.
  func cancelSecondaries() {
    for shared in further.values { shared.feed.cancel() }
  }
}

/// Refuses pictures of different sizes, which cannot lead into one another.
private func checkTransition(
  from first: StreamMoment, to second: StreamMoment, turning: Bool
) throws {
  let sizes = try [first, second].map { moment in
    var chain = try ChainedPicture(moment.picture)
    if turning { chain.turn() }
    return try chain.shape().size
  }
  guard sizes[0] == sizes[1] else {
    throw FilterError(
      .inputs,
      "a transition leads from \(sizes[0]) to \(sizes[1]); put scale before it to make them one size"
    )
  }
}
