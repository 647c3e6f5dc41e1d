/// Spreads pictures over a constant rate: each moment of it gets the picture whose time is nearest.
///
/// Of two that are equally near the earlier one is taken. With `holdsFrames` each picture is shown from the moment nearest
/// to it until the next picture is; of several at one moment the last. The first moment is the one nearest to the first picture; the
/// last picture is shown for its own duration.
package struct ConstantRate<Picture: Sendable>: Sendable {
  /// A picture with the moments at which it is shown, by number; none when there is no place for it.
  package typealias Shown = (picture: Picture, ticks: Range<Int64>)

  /// Pictures a second.
  package let rate: (Int32, Int32)
  private let limit: Int?
  private let holdsFrames: Bool
  private var held: (picture: Picture, time: MediaTime, duration: MediaTime?)?
  private var first: Int64?
  private var next: Int64 = 0

  /// - Parameters:
  ///   - rate: pictures a second, as a ratio above zero.
  ///   - limit: how many moments there are at most.
  ///   - holdsFrames: whether pictures begin at moments, rather than moments taking pictures.
  package init(_ rate: (Int32, Int32), limit: Int? = nil, holdsFrames: Bool = false) {
    self.rate = rate
    self.limit = limit
    self.holdsFrames = holdsFrames
  }

  /// When the moment of that number is.
  package func time(_ tick: Int64) -> MediaTime {
    MediaTime(ticks: tick, numerator: rate.1, denominator: rate.0) ?? .zero
  }

  /// Takes the next picture, which is later than the one before; gives the one before.
  package mutating func take(
    _ picture: Picture, at time: MediaTime, lasting duration: MediaTime?
  ) -> Shown? {
    defer { held = (picture, time, duration) }
    guard let (before, begin, _) = held else {
      next = nearest(to: time)
      first = next
      return nil
    }
    let from = next
    if holdsFrames {
      next = max(next, nearest(to: time))
    } else {
      while self.time(next) - begin <= time - self.time(next) { next += 1 }
    }
    return (before, limited(from..<next))
  }

  /// Gives the last picture.
  package mutating func finish() -> Shown? {
    guard let (picture, time, duration) = held else { return nil }
    held = nil
    let end = duration.map { time + $0 } ?? self.time(nearest(to: time) + 1)
    // A movie shorter than a moment is still a movie.
    let least = next == first ? next + 1 : next
    return (picture, limited(next..<max(least, nearest(to: end))))
  }

  private func nearest(to time: MediaTime) -> Int64 {
    time.ticks(numerator: rate.1, denominator: rate.0) ?? 0
  }

  private func limited(_ ticks: Range<Int64>) -> Range<Int64> {
    guard let limit, let first else { return ticks }
    return ticks.clamped(to: first..<(first + Int64(limit)))
  }
}
