public import VKCore

/// A place in a pipeline's graph: a source, a filter or a slot.
///
/// Nodes are made by `-->`, by `FilterNode` and by `FilterSlot`. Thread-safe.
public final class GraphNode: Sendable {
  enum Content: Sendable {
    case source
    case filter(any Filter)
    /// Filters and nodes in order; none passes frames on as they are.
    case slot([SlotItem], isBypassed: Bool)
    /// Times change here.
    case retiming(Retiming)
  }

  /// What may stand in a slot.
  enum SlotItem: Sendable {
    case filter(any Filter)
    case node(GraphNode)
  }

  /// The end of a branch that feeds a further input.
  struct Secondary: Sendable {
    private let held: GraphNode?
    private weak let seen: GraphNode?
    /// The branch's source; nil where it is the one above the filter too.
    let source: (any ImageSource)?

    /// A branch below the filter's own root is held from there, and would hold it if it were held here.
    init(_ node: GraphNode, source: (any ImageSource)?, sharesRoot: Bool) {
      held = sharesRoot ? nil : node
      seen = node
      self.source = sharesRoot ? nil : source
    }

    var node: GraphNode { held ?? seen ?? GraphNode() }
  }

  struct State: Sendable {
    var content: Content
    var children: [GraphNode] = []
    var consumers: [ConsumerLink] = []
    var parent: WeakNode?
    /// The branches that feed a filter's second and further inputs.
    var secondaries: [Secondary] = []
    /// A source that has no node of its own.
    var heldSource: (any ImageSource)?
    var weakSource: WeakSource?
    var run: PipelineRun?
  }

  struct WeakNode: Sendable { weak let node: GraphNode? }
  struct WeakSource: Sendable { weak let source: (any FrameReader)? }

  let state: Locked<State>
  private let edits = Locked(())

  init(_ content: Content) { state = Locked(State(content: content)) }

  /// Keeps edits of several steps and a frame's look at the graph apart.
  func editing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try edits.withLock { _ in try body() }
  }

  /// Makes the node of a source.
  public convenience init() { self.init(.source) }

  /// The filters that stand here now, slots and nodes in them opened.
  var filters: [any Filter] {
    switch state.withLock({ $0.content }) {
    case .source, .retiming, .slot(_, isBypassed: true): []
    case .filter(let filter): [filter]
    case .slot(let items, isBypassed: false):
      items.flatMap { item -> [any Filter] in
        switch item {
        case .filter(let filter): [filter]
        case .node(let node): node.filters
        }
      }
    }
  }

  /// Whether frames come out as they go in when there is no filter in it.
  var passesAll: Bool {
    state.withLock { state in
      if case .slot = state.content { state.secondaries.isEmpty } else { false }
    }
  }

  /// The nodes on the way of the first input, from where the frames come from to this one.
  var pathFromRoot: [GraphNode] {
    var path = [self]
    while let parent = path[0].state.withLock({ $0.parent?.node }) { path.insert(parent, at: 0) }
    return path
  }

  /// The node that the frames come from: this one or an ancestor.
  var root: GraphNode { pathFromRoot[0] }

  /// The source behind the root, while it lives.
  var source: (any ImageSource)? {
    state.withLock { $0.heldSource ?? $0.weakSource?.source }
  }

  func hold(_ source: any ImageSource) {
    state.withLock { state in
      if let reader = source as? any FrameReader {
        state.weakSource = WeakSource(source: reader)
      } else {
        state.heldSource = source
      }
    }
  }

  /// Connects a filter's node below this one: as its first input, or as the next further input when it has one already.
  func connect(_ child: GraphNode, source: (any ImageSource)?) {
    let sharesRoot = child.root === root
    let isFirst = child.state.withLock { state -> Bool in
      if state.parent?.node == nil {
        state.parent = WeakNode(node: self)
        return true
      }
      state.secondaries.append(
        Secondary(self, source: source ?? root.source, sharesRoot: sharesRoot))
      return false
    }
    if isFirst { state.withLock { $0.children.append(child) } }
  }

  package func connect(_ consumer: any ImageConsumer) {
    state.withLock { $0.consumers.append(ConsumerLink(consumer)) }
  }

  /// Takes a child or a consumer away.
  func disconnect(_ child: GraphNode) {
    state.withLock { $0.children.removeAll { $0 === child } }
    child.state.withLock { state in
      if state.parent?.node === self { state.parent = nil }
    }
  }

  /// Every consumer below this node with the nodes on the way to it, from the top.
  func branches(above path: [GraphNode] = []) -> [(path: [GraphNode], link: ConsumerLink)] {
    let (children, consumers) = state.withLock { ($0.children, $0.consumers) }
    let here = path + [self]
    return consumers.map { (here, $0) } + children.flatMap { $0.branches(above: here) }
  }
}

/// Whatever can stand in the middle of `-->`.
public protocol ImageNode: Sendable {
  /// The node's place in the graph.
  var graphNode: GraphNode { get }
}

/// Keeps the top of a graph and its source alive as long as somebody holds a node below it: they may have no other owner.
final class GraphAnchor: Sendable {
  private let top = Locked<(root: GraphNode, source: (any ImageSource)?)?>(nil)
  func hold(_ root: GraphNode) { top.withLock { $0 = (root, root.source) } }
}

/// A node that holds the top of its graph.
protocol AnchoredNode: ImageNode {
  var anchor: GraphAnchor { get }
}

/// A source that keeps its place in a graph, so that it may be named twice and can be run.
public protocol GraphSource: ImageSource, AnyObject {
  /// The source's place in the graph.
  var graphNode: GraphNode { get }
}

/// A filter in a graph whose parameters may be changed while frames flow.
public final class FilterNode<F: Filter>: AnchoredNode {
  /// The node's place in the graph.
  public let graphNode: GraphNode
  let anchor = GraphAnchor()
  private let initial: F

  /// Makes a node for a filter.
  public init(_ filter: F) {
    initial = filter
    graphNode = GraphNode(.filter(filter))
  }

  /// The filter as it is now.
  public var filter: F {
    graphNode.state.withLock { state in
      if case .filter(let filter) = state.content, let filter = filter as? F {
        filter
      } else {
        initial
      }
    }
  }

  /// Changes parameters; the next frame sees all of the change at once.
  ///
  /// Thread-safe.
  public func update(_ change: (inout F) -> Void) {
    graphNode.state.withLock { state in
      guard case .filter(let current) = state.content, var filter = current as? F else { return }
      change(&filter)
      state.content = .filter(filter)
    }
  }
}

extension FilterNode where F: ReductionFilter {
  /// The filter's numbers, one a frame.
  ///
  /// Iterating starts the source.
  public var values: ReductionValues<F.Value> { ReductionValues(node: graphNode) }
}

/// A place in a graph that holds a filter, a chain or nothing, exchangeable while frames flow.
public final class FilterSlot: AnchoredNode {
  /// The slot's place in the graph.
  public let graphNode: GraphNode
  let anchor = GraphAnchor()

  /// Makes an empty slot.
  public init() { graphNode = GraphNode(.slot([], isBypassed: false)) }

  /// Makes a slot with a filter in it.
  public convenience init<F: Filter>(_ filter: F) {
    self.init()
    apply(filter)
  }

  /// Makes a slot with a node in it, whose updates go on to have effect.
  public convenience init(_ node: some ImageNode) {
    self.init()
    set([.node(node.graphNode)])
  }

  /// Puts a filter into the slot, or nothing.
  ///
  /// It takes effect between two frames; none is lost or doubled. Thread-safe.
  public func apply(_ filter: (any Filter)?) {
    set(filter.map { [.filter($0)] } ?? [])
  }

  /// Puts a chain into the slot.
  public func apply(_ chain: FilterChain) { set(chain.filters.map { .filter($0) }) }

  private func set(_ items: [GraphNode.SlotItem]) {
    graphNode.state.withLock { $0.content = .slot(items, isBypassed: $0.content.isBypassed) }
  }

  /// Whether frames pass as they are; what is in the slot stays there.
  ///
  /// A change takes effect between two frames; none is lost or doubled. Thread-safe.
  public var isBypassed: Bool {
    get { graphNode.state.withLock { $0.content.isBypassed } }
    set { change { _ in newValue } }
  }

  /// Lets frames pass as they are, or filters them again: a button that applies and removes a filter.
  ///
  /// Thread-safe.
  public func toggle() { change { !$0 } }

  private func change(_ body: (Bool) -> Bool) {
    graphNode.state.withLock { state in
      guard case .slot(let items, let isBypassed) = state.content else { return }
      state.content = .slot(items, isBypassed: body(isBypassed))
    }
  }
}

extension GraphNode.Content {
  /// Whether it is a slot whose filters are passed by.
  fileprivate var isBypassed: Bool {
    if case .slot(_, let isBypassed) = self { isBypassed } else { false }
  }
}
