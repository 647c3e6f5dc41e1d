internal import CFFmpeg
internal import VKCore

/// What gives streams beside the pictures that a writer writes.
///
/// One thread, the writer's, reads it.
protocol StreamFeeder: AnyObject {
  /// What was opened.
  var path: String { get }
  var context: UnsafeMutablePointer<AVFormatContext> { get }
  /// Whether it goes on as long as the pictures do, and ends with them.
  var lastsAsPictures: Bool { get }
  var hasEnded: Bool { get }
  /// The part that is read, in the output's time; `origin` is where it begins.
  func part(from origin: MediaTime) -> (start: MediaTime?, end: MediaTime?)
  /// Says what is left out of the pictures, and of this with them; only what comes later counts.
  func leaveOut(_ gaps: [(from: MediaTime, to: MediaTime)])
  /// Hands on all that begins before `time`, as far as it can be had.
  func read(until time: MediaTime, origin: MediaTime, into sink: any PacketSink) throws
  /// Hands on what is left before `end`.
  func finish(at end: MediaTime?, origin: MediaTime, into sink: any PacketSink) throws
}

extension StreamSource: StreamFeeder {
  var lastsAsPictures: Bool { options.repeats == .max }
  func leaveOut(_ gaps: [(from: MediaTime, to: MediaTime)]) {}

  func finish(at end: MediaTime?, origin: MediaTime, into sink: any PacketSink) throws {
    try read(
      until: end ?? MediaTime(value: .max, timescale: 1), origin: origin, into: sink)
  }
}
