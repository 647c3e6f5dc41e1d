internal import VKCore

extension StreamPicture {
  /// How it is stored when it comes to a filter: what filters have made of it is RGB.
  fileprivate var pixelFormat: PixelFormat {
    if case .frame(let frame, let feed) = self, feed.painting.isEmpty {
      frame.pixelBuffer.format
    } else {
      .rgba
    }
  }
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
      filters = feed.painting
      moments = filters.map { _ in FrameMoment(seconds: 0, number: 0) }
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

  /// Puts what turns the picture upright before its filters.
  mutating func turn() {
    let turn = uprighting(frame.orientation ?? feed.orientation)
    guard !turn.isEmpty else { return }
    moments.insert(contentsOf: turn.map { _ in FrameMoment(seconds: 0, number: 0) }, at: 0)
    filters.insert(contentsOf: turn, at: 0)
  }

  /// The shape of what comes out.
  ///
  /// - Throws: `FilterError` when a filter does not fit.
  func shape() throws(FilterError) -> PictureShape {
    var shape = PictureShape(size: frame.pixelBuffer.size)
    shape.pixelAspectRatio = frame.pixelBuffer.pixelAspectRatio
    shape.fieldOrder = frame.fieldOrder == .progressive ? feed.fieldOrder : frame.fieldOrder
    return try shape.behind(filters)
  }

  /// What comes out, in that shape.
  func streamFormat(_ shape: PictureShape) -> StreamFormat {
    let buffer = frame.pixelBuffer
    var format = StreamFormat(
      size: shape.size,
      pixelFormat: resultFormat(
        of: filters, for: buffer.format, with: further.map(\.pixelFormat)),
      colorSpace: buffer.colorSpace.resolved(for: buffer.format, size: buffer.size))
    format.pixelAspectRatio = shape.pixelAspectRatio
    format.fieldOrder = shape.fieldOrder
    return format
  }
}
