internal import VKCore

/// What a stream of the graph shows from a moment on.
struct StreamMoment: Sendable {
  /// When; nil for a still.
  var time: MediaTime?
  /// How long, where that is known.
  var duration: MediaTime?
  /// Its place in the stream, from 0.
  var number: Int
  /// Moments a second (numerator, denominator), where that is known.
  var frameRate: (Int32, Int32)?
  var picture: StreamPicture

  /// The moment behind a node that changes the picture and no time.
  func passed(
    through node: GraphNode, with others: [StreamPicture?] = [], progress: Double? = nil
  ) -> Self {
    var moment = self
    moment.picture = .passed(
      picture, through: node, with: others, at: GraphPlace(self, progress: progress))
    return moment
  }
}

/// What a node's filters may know of the moment.
struct GraphPlace: Sendable {
  let moment: FrameMoment
  /// How far a transition is.
  let progress: Double?

  init(_ moment: StreamMoment, progress: Double? = nil) {
    self.moment = FrameMoment(seconds: moment.time?.seconds ?? 0, number: moment.number)
    self.progress = progress
  }
}

/// A picture of the graph that is yet to be rendered: a source's frame and the nodes that it went through.
indirect enum StreamPicture: Sendable {
  case frame(Frame, of: FrameFeed)
  /// What a node makes of a picture; `nil` for the first one is a stream that only its second input goes on with.
  case passed(
    StreamPicture?, through: GraphNode, with: [StreamPicture?], at: GraphPlace)
}

/// A picture as one chain of filters over a source's frame and pictures of other streams.
struct ChainedPicture {
  let frame: Frame
  let feed: FrameFeed
  /// The filters, each with the moment that it sees.
  var filters: [any Filter] = []
  var moments: [FrameMoment] = []
  /// The further inputs of the filters, in their order.
  var further: [StreamPicture] = []

  /// Follows a picture back to its source.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - known: the filters that nodes hold at this moment; other nodes are asked.
  /// - Throws: `FilterError` when a filter misses an input.
  init(
    _ picture: StreamPicture, known: [ObjectIdentifier: [any Filter]] = [:]
  ) throws(FilterError) {
    switch picture {
    case .frame(let frame, let feed):
      self.frame = frame
      self.feed = feed
    case .passed(let first, let node, let others, let place):
      let filters = known[ObjectIdentifier(node)] ?? node.filters
      if let first {
        self = try ChainedPicture(first, known: known)
        try pass(filters[...], others[...], place)
      } else {
        guard let second = others.first.flatMap({ $0 }) else {
          throw FilterError(.inputs, "a filter has neither of its pictures")
        }
        self = try ChainedPicture(second, known: known)
        // What stands before the filter that takes both was for the first one.
        let joint = filters.firstIndex { type(of: $0).inputCount > 1 }
        try pass(filters[(joint.map { $0 + 1 } ?? 0)...], others.dropFirst(), place)
      }
    }
  }

  /// Adds filters; those whose further pictures are not there at this moment are left out.
  private mutating func pass(
    _ filters: ArraySlice<any Filter>, _ others: ArraySlice<StreamPicture?>, _ place: GraphPlace
  ) throws(FilterError) {
    var others = others
    for filter in filters {
      let taken = others.prefix(type(of: filter).inputCount - 1)
      others = others.dropFirst(taken.count)
      guard !taken.contains(where: { $0 == nil }) else { continue }
      let transition = filter as? any TransitionFilter
      if transition != nil, place.progress == nil { continue }
      self.filters.append(transition?.at(progress: place.progress ?? 1) ?? filter)
      moments.append(place.moment)
      further += taken.compactMap { $0 }
    }
  }
}
