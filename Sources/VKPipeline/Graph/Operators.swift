public import VKCore

/// The way of frames: left to right, below arithmetic.
precedencegroup FlowPrecedence {
  associativity: left
  lowerThan: AdditionPrecedence
  higherThan: ComparisonPrecedence
}

infix operator --> : FlowPrecedence

private func node(of source: some ImageSource) -> GraphNode {
  let node = (source as? any GraphSource)?.graphNode ?? GraphNode()
  node.hold(source)
  return node
}

/// Connects a node below another, and lets it hold the top of the graph.
private func connect(_ above: GraphNode, _ next: some ImageNode, source: (any ImageSource)?) {
  above.connect(next.graphNode, source: source)
  if let next = next as? any AnchoredNode { next.anchor.hold(next.graphNode.root) }
}

/// Sends a source's frames through a filter.
@discardableResult
public func --> <Source: ImageSource, F: Filter>(source: Source, filter: F) -> FilterNode<F> {
  let next = FilterNode(filter)
  connect(node(of: source), next, source: source)
  return next
}

/// Sends a source's frames into a node.
///
/// A node that has a first input already takes them as its next one.
@discardableResult
public func --> <Source: ImageSource, Node: ImageNode>(source: Source, next: Node) -> Node {
  connect(node(of: source), next, source: source)
  return next
}

/// Sends a source's frames to a consumer as they are.
@discardableResult
public func --> <Source: ImageSource, Consumer: ImageConsumer>(
  source: Source, consumer: Consumer
) -> Pipeline {
  let root = node(of: source)
  root.connect(consumer)
  return Pipeline(root: root, source: source).attached(consumer)
}

/// Sends a node's frames through a filter.
@discardableResult
public func --> <Node: ImageNode, F: Filter>(node: Node, filter: F) -> FilterNode<F> {
  let next = FilterNode(filter)
  connect(node.graphNode, next, source: nil)
  return next
}

/// Sends a node's frames into another.
///
/// A node that has a first input already takes them as its next one.
@discardableResult
public func --> <Node: ImageNode, Next: ImageNode>(node: Node, next: Next) -> Next {
  connect(node.graphNode, next, source: nil)
  return next
}

/// Sends a node's frames to a consumer.
@discardableResult
public func --> <Node: ImageNode, Consumer: ImageConsumer>(
  node: Node, consumer: Consumer
) -> Pipeline {
  node.graphNode.connect(consumer)
  let root = node.graphNode.root
  return Pipeline(root: root, source: root.source).attached(consumer)
}

/// Sends a source's frames through a chain of filters.
@discardableResult
public func --> <Source: ImageSource>(source: Source, chain: FilterChain) -> FilterSlot {
  let slot = FilterSlot()
  slot.apply(chain)
  return source --> slot
}

/// Sends a node's frames through a chain of filters.
@discardableResult
public func --> <Node: ImageNode>(node: Node, chain: FilterChain) -> FilterSlot {
  let slot = FilterSlot()
  slot.apply(chain)
  return node --> slot
}
