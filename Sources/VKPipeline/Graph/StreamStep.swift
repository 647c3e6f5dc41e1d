internal import VKCore

/// A node that does more to a stream than to change its pictures one by one.
///
/// One thread uses it.
protocol StreamStep: AnyObject {
  /// Takes the next moment, or the end; only when `next` has nothing more.
  func push(_ moment: StreamMoment?)
  /// What comes out; nil until more is pushed.
  func next() throws -> StreamMoment?
  /// Whether nothing will come out any more.
  var isOver: Bool { get }
}

/// A further input of a filter: its source's frames behind the steps of its own branch.
///
/// One thread uses it.
final class SecondaryStream {
  private let reader: FeedReader
  private let feed: FrameFeed
  /// What brings its times to those of the run's own source.
  private let shift: MediaTime
  /// The nodes of its branch, with the steps of those that have one.
  private let nodes: [(node: GraphNode, step: (any StreamStep)?)]
  private var ended: Set<Int> = []
  private var count = 0
  private var upcoming: StreamMoment?
  /// The moment that is shown.
  private(set) var current: StreamMoment?

  init(
    _ reader: FeedReader, of feed: FrameFeed, shift: MediaTime,
    nodes: [(node: GraphNode, step: (any StreamStep)?)]
  ) {
    self.reader = reader
    self.feed = feed
    self.shift = shift
    self.nodes = nodes
  }

  /// The moment after the current one, which stays; nil at the end.
  func peek() throws -> StreamMoment? {
    if upcoming == nil { upcoming = try pull(behind: nodes.count - 1) }
    return upcoming
  }

  /// Goes to the next moment; nil at the end, and the current one stays.
  func advance() throws -> StreamMoment? {
    guard let next = try peek() else { return nil }
    current = next
    upcoming = nil
    return next
  }

  /// Goes to the latest moment that is not later than `time`; a stream without times to the next one.
  ///
  /// - Returns: that moment; nil before the first one.
  func latest(at time: MediaTime?) throws -> StreamMoment? {
    while let next = try peek() {
      if let time, let begin = next.time, begin > time { break }
      _ = try advance()
      if time == nil { break }
    }
    return current
  }

  private func pull(behind index: Int) throws -> StreamMoment? {
    guard index >= 0 else { return try frame() }
    guard let step = nodes[index].step else {
      return try pull(behind: index - 1)?.passed(through: nodes[index].node)
    }
    while !step.isOver {
      if let moment = try step.next() { return moment }
      guard !ended.contains(index) else { return nil }
      let moment = try pull(behind: index - 1)
      if moment == nil { ended.insert(index) }
      step.push(moment)
    }
    return nil
  }

  private func frame() throws -> StreamMoment? {
    guard let frame = try reader.next() else { return nil }
    defer { count += 1 }
    return StreamMoment(
      time: frame.time.map { shift == .zero ? $0 : $0 + shift }, duration: frame.duration,
      number: count, frameRate: feed.frameRate, picture: .frame(frame, of: feed))
  }
}
