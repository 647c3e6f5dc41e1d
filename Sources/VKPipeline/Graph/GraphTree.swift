internal import VKCore

/// A node and what is below it, as it is at a moment.
struct GraphTree {
  let node: GraphNode
  /// The consumers behind the node.
  let links: [ConsumerLink]
  let children: [GraphTree]

  /// Looks at a node and those below it; what filters they hold goes into `filters`.
  init(_ node: GraphNode, filters: inout [ObjectIdentifier: [any Filter]]) {
    self.node = node
    filters[ObjectIdentifier(node)] = node.filters
    let (children, consumers) = node.state.withLock { ($0.children, $0.consumers) }
    var links = consumers
    var trees: [GraphTree] = []
    for child in children {
      let tree = GraphTree(child, filters: &filters)
      // Behind a slot with nothing in it are the same pictures: who takes them there and here shares the work.
      if child.passesAll, filters[ObjectIdentifier(child)]?.isEmpty ?? false {
        links += tree.links
        trees += tree.children
      } else {
        trees.append(tree)
      }
    }
    (self.links, self.children) = (links, trees)
  }

  /// The part that begins at `node`; nil when it is not there.
  func subtree(at node: GraphNode) -> GraphTree? {
    if self.node === node { return self }
    for child in children {
      if let found = child.subtree(at: node) { return found }
    }
    return nil
  }

  /// All consumers.
  var allLinks: [ConsumerLink] { links + children.flatMap(\.allLinks) }
}
