package import VKCore

/// A place in a graph where times change.
package final class RetimingNode: ImageNode {
  /// The node's place in the graph.
  package let graphNode: GraphNode

  /// Makes a node that changes times so.
  package init(_ retiming: Retiming) { graphNode = GraphNode(.retiming(retiming)) }
}

/// Changes the times of a stream.
final class RetimingStep: StreamStep {
  private let retiming: Retiming
  /// Where the streams of the run begin.
  private let origin: MediaTime
  private var first: MediaTime?
  private var rate: ConstantRate<StreamMoment>?
  /// Moments that are ready: one moment at some ticks of the rate, or at its own time.
  private var ready: (moment: StreamMoment, ticks: Range<Int64>?)?
  private var count = 0
  private var hasEnded = false

  init(_ retiming: Retiming, origin: MediaTime) {
    self.retiming = retiming
    self.origin = origin
    if case .rate(let numerator, let denominator) = retiming {
      rate = ConstantRate((numerator, denominator), holdsFrames: true)
    }
  }

  var isOver: Bool { hasEnded && ready == nil }

  func push(_ moment: StreamMoment?) {
    guard let moment, let time = moment.time else {
      // Stills have no times to change.
      ready = moment.map { ($0, nil) } ?? rate?.finish().map { ($0.picture, $0.ticks) }
      hasEnded = moment == nil
      return
    }
    switch retiming {
    case .change(let change):
      let first = first ?? time
      self.first = first
      var moment = moment
      moment.time = change.changed(time, first: first, origin: origin)
      moment.duration = moment.duration.map(change.length)
      moment.frameRate = moment.frameRate.flatMap { change.rate($0) }
      ready = (moment, nil)
    case .rate:
      let shown = rate?.take(moment, at: time, lasting: moment.duration)
      ready = shown.map { ($0.picture, $0.ticks) }
    }
  }

  func next() -> StreamMoment? {
    guard let (held, ticks) = ready else { return nil }
    ready = nil
    guard let ticks, let rate else { return held }
    guard let tick = ticks.first else { return nil }
    ready = (held, (tick + 1)..<ticks.upperBound)
    var moment = held
    (moment.time, moment.duration) = (rate.time(tick), rate.time(1))
    (moment.frameRate, moment.number) = (rate.rate, count)
    count += 1
    return moment
  }
}
