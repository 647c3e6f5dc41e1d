/// How the streams of a filter that takes several meet in time.
package enum Meeting: Sendable, Hashable {
  /// The first stream's times and length count.
  ///
  /// The others show their latest picture that is not later; before their first picture that one, after their last one that.
  case following
  /// The first stream's times count while it lasts.
  ///
  /// Before the second stream's first picture the first stream is alone. With `repeatsLast` the stream that ends before the
  /// other goes on with its last picture; without, the first stream is alone again and its end is the end. With
  /// `endsWithShortest` what ends first ends all.
  case synchronized(repeatsLast: Bool, endsWithShortest: Bool)
  /// The second stream takes the first one's place: it begins `offset` behind the first picture of the first stream, is alone from
  /// `duration` later on, and its end is the end.
  case transition(offset: MediaTime, duration: MediaTime)
}

/// A filter of two pictures that says how their streams meet; others follow the first one.
package protocol MeetingFilter: Filter {
  /// How the streams meet.
  var meeting: Meeting { get }
}

/// A filter that leads from one picture to another.
package protocol TransitionFilter: MeetingFilter {
  /// The filter at a moment of the way: 0 shows the first picture, 1 the second.
  func at(progress: Double) -> Self
}

/// What happens to the times of a stream at a place in a graph.
package enum Retiming: Sendable {
  /// They are moved and stretched.
  case change(TimeChange)
  /// They become those of a constant rate: each frame is shown from the moment nearest to its time until the next is.
  case rate(Int32, Int32)
}
