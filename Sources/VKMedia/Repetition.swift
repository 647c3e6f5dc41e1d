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

  /// Goes to the next pass, or to the one in which `start` lies; false when there is none, or the last gave nothing.
  mutating func advance(to start: MediaTime? = nil) -> Bool {
    guard hasFrames, pass < repeats, .zero < length else { return false }
    hasFrames = false
    skip(1)
    if let start, shift < start {
      // One fewer than the quotient, which is rounded; the rest step by step.
      let passes = (start - shift).seconds / length.seconds
      skip(min(Int(max(passes - 1, 0)), repeats - pass))
      while pass < repeats, shift + length <= start { skip(1) }
    }
    return true
  }

  private mutating func skip(_ count: Int) {
    pass += count
    shift = shift + MediaTime(value: length.value * Int64(count), timescale: length.timescale)
  }

  /// Whether a part that begins at `start` begins in the first pass of a movie that is `length` long.
  func beginsInFirstPass(_ start: MediaTime, of length: MediaTime?) -> Bool {
    repeats == 0 || length.map { start < $0 } ?? false
  }
}
