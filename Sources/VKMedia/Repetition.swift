internal import VKCore

/// The passes of a movie that is read several times.
///
/// A pass is as long as its longest stream, so that no stream's end meets its own beginning and all stay in step.
struct Repetition {
  /// What is added to the container's times in the present pass.
  private(set) var shift = MediaTime.zero
  /// How many passes lie behind.
  private(set) var pass = 0
  private let repeats: Int
  private var begins: [Int: MediaTime] = [:]
  private var length = MediaTime.zero
  private var hasFrames = false

  /// - Parameter repeats: how many passes follow the first one.
  init(_ repeats: Int) { self.repeats = repeats }

  /// Says where the part of a stream that a packet holds lies in the container's time.
  ///
  /// - Parameters:
  ///   - stream: the stream's number.
  ///   - start: where the stream begins, when the container says so.
  ///   - begin: where the part begins.
  ///   - end: where it ends.
  mutating func note(stream: Int, start: MediaTime?, begin: MediaTime, end: MediaTime) {
    guard repeats > 0, pass == 0 else { return }
    let first = min(begins[stream] ?? start ?? begin, begin)
    begins[stream] = first
    length = max(length, end - first)
  }

  /// Says that a frame was read in this pass.
  mutating func noteFrame() { hasFrames = true }

  /// Goes to the next pass; false when there is none, or the last gave nothing.
  mutating func advance() -> Bool {
    guard hasFrames, pass < repeats, .zero < length else { return false }
    pass += 1
    hasFrames = false
    shift = shift + length
    return true
  }
}
