internal import VKCore

/// Brings the streams of a node's filter together, as the filter says.
final class MeetingStep: StreamStep {
  private let node: GraphNode
  private var others: [SecondaryStream]
  private let checkShapes: (StreamMoment, StreamMoment) throws -> Void
  private var input: StreamMoment?
  private var hasEnded = false
  /// Sources are let go then, so that nothing waits for it.
  private(set) var isOver = false { didSet { if isOver { others = [] } } }
  private var count = 0
  /// The first stream's last moment, and how far it is from the one before.
  private var last: StreamMoment?
  private var gap = MediaTime.zero
  /// The time of its first one.
  private var first: MediaTime?
  /// What is added to the second stream's times in a transition.
  private var shift: MediaTime?
  /// Whether the second stream is alone.
  private var isAlone = false

  /// - Parameters:
  ///   - node: the node.
  ///   - others: its further inputs.
  ///   - checkShapes: throws when two pictures cannot lead into one another.
  init(
    _ node: GraphNode, others: [SecondaryStream],
    checkShapes: @escaping (StreamMoment, StreamMoment) throws -> Void
  ) {
    self.node = node
    self.others = others
    self.checkShapes = checkShapes
  }

  /// How the node's filter wants it at this moment.
  private var meeting: Meeting {
    let joint = node.filters.first { type(of: $0).inputCount > 1 }
    return (joint as? any MeetingFilter)?.meeting ?? .following
  }

  func push(_ moment: StreamMoment?) {
    if let moment {
      if first == nil { first = moment.time }
      input = moment
    } else {
      hasEnded = true
    }
  }

  func next() throws -> StreamMoment? {
    guard !isOver else { return nil }
    let found: StreamMoment?
    switch meeting {
    case .following: found = try followed()
    case .synchronized(let repeatsLast, let endsWithShortest):
      found = try synchronized(repeats: repeatsLast && !endsWithShortest, endsWithShortest)
    case .transition(let offset, let duration): found = try changed(offset, duration)
    }
    guard var moment = found else { return nil }
    moment.number = count
    count += 1
    return moment
  }

  private func take() -> StreamMoment? {
    defer { input = nil }
    if let input {
      if let time = input.time, let before = last?.time { gap = time - before }
      last = input
    }
    return input
  }

  // MARK: Following

  private func followed() throws -> StreamMoment? {
    guard let moment = take() else {
      isOver = hasEnded
      return nil
    }
    return moment.passed(
      through: node, with: try others.map { try shown($0, at: moment.time) })
  }

  private func shown(_ other: SecondaryStream, at time: MediaTime?) throws -> StreamPicture {
    guard let shown = try other.latest(at: time) ?? other.advance() else {
      throw FilterError(.inputs, "a second input has no frames")
    }
    return shown.picture
  }

  // MARK: Both

  private func synchronized(repeats: Bool, _ endsWithShortest: Bool) throws -> StreamMoment? {
    guard let other = others.first else { return take()?.passed(through: node) }
    guard let moment = take() else {
      guard hasEnded else { return nil }
      guard repeats, let last, let next = try other.advance() else {
        isOver = true
        return nil
      }
      var moment = last
      (moment.time, moment.duration) = (next.time, next.duration)
      return try joined(moment, next)
    }
    let second = try other.latest(at: moment.time)
    guard !repeats, let second, let time = moment.time, let lastTime = second.time,
      lastTime < time, try other.peek() == nil
    else { return try joined(moment, second) }
    if endsWithShortest {
      isOver = true
      return nil
    }
    return try joined(moment, nil)
  }

  /// A moment with the second stream's and those of further ones.
  private func joined(
    _ moment: StreamMoment, _ second: StreamMoment?, progress: Double? = nil
  ) throws -> StreamMoment {
    let rest = try others.dropFirst().map { try shown($0, at: moment.time) }
    return moment.passed(through: node, with: [second?.picture] + rest, progress: progress)
  }

  // MARK: One after the other

  private func changed(_ offset: MediaTime, _ duration: MediaTime) throws -> StreamMoment? {
    guard let other = others.first else { return take()?.passed(through: node) }
    if isAlone || (input == nil && hasEnded) { return try alone(other) }
    if last == nil, let input, let begin = try other.peek() { try checkShapes(input, begin) }
    guard let moment = take() else { return nil }
    guard let time = moment.time, let first, time >= first + offset else {
      return try joined(moment, nil)
    }
    if shift == nil { shift = try other.peek()?.time.map { time - $0 } }
    let second = try other.latest(at: time - (shift ?? .zero)) ?? other.advance()
    let past = time - first - offset
    isAlone = past > duration
    let progress = duration > .zero ? past.seconds / duration.seconds : 1
    return try joined(moment, second, progress: min(max(progress, 0), 1))
  }

  /// The second stream by itself; while the first one goes on, no further than that.
  private func alone(_ other: SecondaryStream) throws -> StreamMoment? {
    isAlone = true
    let next = try other.peek()
    if shift == nil, let begin = next?.time {
      shift = (last?.time.map { $0 + (last?.duration ?? gap) } ?? begin) - begin
    }
    let time = next?.time.map { $0 + (shift ?? .zero) }
    if let limit = input?.time, time.map({ $0 > limit }) ?? true {
      input = nil
      return nil
    }
    guard var moment = try other.advance() else {
      isOver = hasEnded
      return nil
    }
    moment.time = time
    moment.frameRate = last?.frameRate ?? moment.frameRate
    let rest = try others.dropFirst().map { try shown($0, at: time) }
    moment.picture = .passed(
      nil, through: node, with: [moment.picture] + rest, at: GraphPlace(moment))
    return moment
  }
}
