public import VKCore

/// Filters joined by more than one line, with one picture at the end: what `-filter_complex` says.
public struct FilterGraph: Sendable {
  /// Where a node takes a picture from.
  public enum Input: Sendable, Hashable {
    /// The source of that number.
    case source(Int)
    /// The node of that number.
    case node(Int)
  }

  /// Filters in a line; the further inputs are those of its filters that take several.
  public struct Node: Sendable {
    /// The filters.
    public var chain: FilterChain
    /// What they take, the main input first.
    public var inputs: [Input]
    /// What happens to the times of what comes out of the filters.
    package var retiming: Retiming?
  }

  /// The nodes, each behind those that it takes from.
  public package(set) var nodes: [Node]
  /// The name in brackets that the text gives to the picture at the end; nil when it gives none.
  public let outputLabel: String?
  /// What the text says of the stream that is written, for the writer.
  public package(set) var stream: StreamChanges

  /// One chain, which takes as many sources as it needs in their order.
  public init(_ chain: FilterChain, stream: StreamChanges = StreamChanges()) {
    // A filter that says how long streams last begins a node, so that the ones before it do not hang on it.
    var nodes: [Node] = []
    var next = 0
    for filters in chain.filters.split(beforeEach: { $0 is any MeetingFilter }) {
      let chain = FilterChain(Array(filters))
      let before = nodes.isEmpty ? [] : [Input.node(nodes.count - 1)]
      let count = chain.inputCount - before.count
      nodes.append(Node(chain: chain, inputs: before + (next..<(next + count)).map { .source($0) }))
      next += count
    }
    self.nodes = nodes
    self.stream = stream
    outputLabel = nil
  }

  /// Reads a graph such as `[1]scale=100:-1[logo];[0][logo]alpha-blend=mix=0.5`.
  ///
  /// `;` separates chains. `[0]` or `[0:v]` is the picture of source 0, any other name in brackets joins the
  /// output that it stands behind to the inputs that it stands before. `split` gives one picture to several. An input that
  /// nothing is joined to takes the next source that the text does not name.
  ///
  /// - Parameters:
  ///   - text: the graph.
  ///   - sources: how many sources there are.
  ///   - left: sources that the graph takes from only where it names them.
  ///   - loadTable: reads a lookup table's file; unless given, a `.cube` or `.acv` file of that path.
  /// - Throws: `FilterError` that names the culprit and its place in the text.
  public init(
    _ text: String, sources: Int, leaving left: Set<Int> = [],
    loadingTables loadTable: @escaping ParameterDescription.TableLoader = LookupTable.init(
      contentsOfFile:)
  ) throws(FilterError) {
    var builder = GraphBuilder(try GraphText(text).items, sources: sources, leaving: left)
    (nodes, outputLabel) = try builder.build(loadTable)
    stream = builder.stream
  }

  /// The source whose times the picture at the end has.
  public var mainSource: Int {
    var index = nodes.count - 1
    while index >= 0 {
      switch nodes[index].inputs.first {
      case .node(let next): index = next
      case .source(let source): return source
      case nil: return 0
      }
    }
    return 0
  }

  /// Whether it changes the times of frames, or how many there are, before they are written.
  package var isRetimed: Bool { nodes.contains { $0.retiming != nil } }

  /// The filters of all nodes, in order.
  public var filters: [any Filter] { nodes.flatMap(\.chain.filters) }
}

extension Array {
  /// The array in pieces, each but perhaps the first beginning with an element that `isFirst`; one empty piece for none.
  fileprivate func split(beforeEach isFirst: (Element) -> Bool) -> [ArraySlice<Element>] {
    let starts = indices.dropFirst().filter { isFirst(self[$0]) }
    return zip([0] + starts, starts + [count]).map { self[$0..<$1] }
  }
}

/// Joins the items of a graph's text.
private struct GraphBuilder {
  private let items: [GraphText.Item]
  private let sources: Int
  private var chains: [FilterChain] = []
  private var nodes: [FilterGraph.Node] = []
  /// What items do to times.
  private var retimings: [Int: Retiming] = [:]
  /// What each item has become; nil while it is being worked on.
  private var results: [Int: FilterGraph.Input?] = [:]
  private var unnamed: [Int]
  private(set) var stream = StreamChanges()

  init(_ items: [GraphText.Item], sources: Int, leaving left: Set<Int>) {
    self.items = items
    self.sources = sources
    let named = items.flatMap(\.inputs).compactMap { sourceNumber($0.text) }
    // A source that is left out is still taken when it is the only one.
    let free = left.count < sources ? left : []
    unnamed = (0..<sources).filter { !named.contains($0) && !free.contains($0) }
  }

  mutating func build(
    _ loadTable: @escaping ParameterDescription.TableLoader
  ) throws(FilterError) -> ([FilterGraph.Node], String?) {
    for item in items {
      chains.append(
        item.splitCount == nil
          ? FilterChain(try parsedFilters(item.paddedText, loadTable)) : FilterChain())
    }
    for index in items.indices where !isTimed(index) { try takeStreamFilters(of: index) }
    // From the end on: what the writer does comes behind all that the graph does.
    let timed = items.indices.filter(isTimed).map { ($0, line(from: $0)) }
    for (index, line) in timed.sorted(by: { $0.1.items.count < $1.1.items.count }) {
      try takeTimes(of: index, line)
    }
    let (last, label) = try output()
    let result = try result(last)
    if result != .node(nodes.count - 1) || nodes.last?.retiming != nil {
      nodes.append(FilterGraph.Node(chain: FilterChain(), inputs: [result]))
    }
    if let source = unnamed.first {
      throw FilterError(.inputs, "the graph takes nothing from input \(source)")
    }
    return (nodes, label)
  }

  private func isTimed(_ index: Int) -> Bool {
    chains[index].filters.contains { $0 is any TimedFilter }
  }

  /// The items that a picture of an item goes through, that one first, and whether it is their main one all the way.
  private func line(from index: Int) -> (items: [Int], isMain: Bool) {
    var isMain = true
    var line = [index]
    while let last = line.last {
      let takers = items.indices.filter { takes(from: last, $0) }
      isMain = isMain && takers.count < 2
      guard let next = takers.first, !line.contains(next) else { break }
      let isFirst = items[next].inputs.first.map { isOutput($0, of: last) }
      isMain = isMain && (isFirst ?? true)
      line.append(next)
    }
    return (line, isMain)
  }

  /// Takes what an item says of the stream.
  private mutating func takeStreamFilters(of index: Int) throws(FilterError) {
    guard chains[index].filters.contains(where: { $0 is any StreamFilter }) else { return }
    let rest = line(from: index).items.dropFirst().flatMap { chains[$0].filters }
    try stream.take(from: &chains[index], before: rest)
  }

  /// Takes what an item says of times: the writer does it at the end of the main line, else the graph at its place.
  private mutating func takeTimes(
    of index: Int, _ line: (items: [Int], isMain: Bool)
  ) throws(FilterError) {
    let behind = line.items.dropFirst()
    let rest = behind.flatMap { chains[$0].filters }
    let timed = chains[index].filters.compactMap { $0 as? any TimedFilter }
    let change = try timed.first?.retiming()
    chains[index].filters.removeAll { $0 is any TimedFilter }
    let isLast = line.isMain && !behind.contains { retimings[$0] != nil } && areTimeless(rest)
    switch change {
    case .change(let change)? where isLast && stream.times == nil: stream.times = change
    case .rate(let a, let b)? where isLast && stream.times == nil && stream.constantRate == nil:
      stream.constantRate = (a, b)
    default: retimings[index] = change
    }
  }

  private func takes(from index: Int, _ taker: Int) -> Bool {
    items[taker].before == index || items[taker].inputs.contains { isOutput($0, of: index) }
  }

  private func isOutput(_ label: GraphText.Label, of index: Int) -> Bool {
    items[index].outputs.contains { $0.text == label.text }
  }

  /// The one item whose picture goes nowhere, with the name that it has.
  private func output() throws(FilterError) -> (Int, String?) {
    let taken = Set(items.flatMap(\.inputs).map(\.text))
    var open: [(item: Int, label: String?)] = []
    for (index, item) in items.enumerated() {
      for label in item.outputs where !taken.contains(label.text) {
        open.append((index, label.text))
      }
      if item.outputs.isEmpty, !items.contains(where: { $0.before == index }) {
        open.append((index, nil))
      }
    }
    guard open.count <= 1, let only = open.first else {
      let names = open.map { $0.label.map { "[\($0)]" } ?? items[$0.item].name }
      throw FilterError(
        .inputs,
        open.isEmpty
          ? "the graph goes in a circle: no picture comes out of it"
          : "\(open.count) pictures come out of the graph (\(names.joined(separator: ", "))); one can"
            + " be written")
    }
    return only
  }

  /// The picture of an item; its node and those before it are made.
  private mutating func result(_ index: Int) throws(FilterError) -> FilterGraph.Input {
    let item = items[index]
    if let known = results[index] {
      guard let known else {
        throw FilterError(
          .inputs, "the graph goes in a circle through \(item.name) (character \(item.position))")
      }
      return known
    }
    results[index] = .some(nil)
    let chain = chains[index]
    let wanted = chain.inputCount
    var inputs: [FilterGraph.Input] = []
    for label in item.inputs { inputs.append(try picture(label)) }
    if let before = item.before { inputs.append(try result(before)) }
    while inputs.count < wanted, !unnamed.isEmpty { inputs.append(.source(unnamed.removeFirst())) }
    guard inputs.count == wanted else {
      throw FilterError(
        .inputs,
        "\(item.name) (character \(item.position)) takes \(wanted) inputs, not \(inputs.count)")
    }
    var result = inputs[0]
    if !chain.filters.isEmpty || retimings[index] != nil {
      nodes.append(
        FilterGraph.Node(chain: chain, inputs: inputs, retiming: retimings[index]))
      result = .node(nodes.count - 1)
    }
    results[index] = result
    return result
  }

  private mutating func picture(_ label: GraphText.Label) throws(FilterError) -> FilterGraph.Input {
    if let number = sourceNumber(label.text) {
      guard number < sources else {
        throw FilterError(
          .inputs, "[\(label.text)] (character \(label.position)): there are \(sources) inputs")
      }
      return .source(number)
    }
    guard let index = items.firstIndex(where: { $0.outputs.contains { $0.text == label.text } })
    else {
      throw FilterError(
        .inputs, "nothing is called [\(label.text)] (character \(label.position))")
    }
    return try result(index)
  }
}

/// The source that `0`, `0:v` or `0:v:0` names.
private func sourceNumber(_ label: String) -> Int? {
  let parts = label.split(separator: ":", omittingEmptySubsequences: false)
  guard let number = parts.first.flatMap({ Int($0) }), number >= 0 else { return nil }
  return [[], ["v"], ["v", "0"]].contains(Array(parts.dropFirst())) ? number : nil
}
