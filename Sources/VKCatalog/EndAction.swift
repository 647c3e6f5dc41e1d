internal import VKCore

/// What happens when the second picture's stream ends before the first's, in FFmpeg's words.
public enum EndAction: String, Sendable, CaseIterable {
  /// Its last picture stays.
  case `repeat`
  /// The first stream ends too.
  case endAll = "endall"
  /// The first stream goes on alone.
  case pass

  /// How the streams meet, by FFmpeg's three options.
  func meeting(isShortest: Bool, repeatsLast: Bool) -> Meeting {
    .synchronized(
      repeatsLast: repeatsLast && self != .pass,
      endsWithShortest: isShortest || (self == .endAll && repeatsLast))
  }
}
