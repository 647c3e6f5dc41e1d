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
