internal import VKCore

/// Puts the packets of several tracks into the order of their decoding times.
///
/// A packet is let out when no track can still bring an earlier one: every other track has a packet waiting, has
/// ended, or is copied from an input that has been read past it. When more than `byteLimit` bytes wait,
/// the earliest packet is let out all the same: memory stays bounded, and containers can bear it.
struct Interleaver<Element> {
  private struct Track {
    /// The input that it is copied from.
    let source: Int?
    var waiting: ArraySlice<(element: Element, time: MediaTime, bytes: Int)> = []
    var hasEnded = false
    /// Where its last packet ends, where that counts.
    var end: MediaTime?
  }

  /// Bytes that may wait.
  let byteLimit: Int
  /// How much later than a packet the input may bring an earlier one of a copied track.
  private let slack = MediaTime(value: 1, timescale: 1)
  private var tracks: [Track] = []
  private var bytes = 0
  /// How far each input has been read.
  private var positions: [Int: MediaTime] = [:]

  init(byteLimit: Int = 64 << 20) { self.byteLimit = byteLimit }

  /// Adds a track, perhaps copied from an input, and returns its number.
  mutating func addTrack(copiedFrom source: Int? = nil) -> Int {
    tracks.append(Track(source: source))
    return tracks.count - 1
  }

  /// Adds a packet; `end` is where it ends, when the track's end may be the end of all.
  mutating func push(
    _ element: Element, track: Int, time: MediaTime, bytes count: Int, until end: MediaTime? = nil
  ) {
    if let end { tracks[track].end = max(tracks[track].end ?? end, end) }
    tracks[track].waiting.append((element, time, count))
    bytes += count
  }

  /// Says that an input has been read up to `time`.
  mutating func reached(_ time: MediaTime, source: Int = 0) {
    positions[source] = positions[source].map { max($0, time) } ?? time
  }

  /// Where the first of the tracks ends that have ended.
  var firstEnd: MediaTime? { tracks.compactMap { $0.hasEnded ? $0.end : nil }.min() }

  /// Says that a track brings nothing more.
  mutating func end(track: Int) { tracks[track].hasEnded = true }

  /// Says that no track copied from an input brings anything more; drops what they have from `time` on.
  mutating func endCopied(from source: Int = 0, dropping time: MediaTime?) {
    for index in tracks.indices where tracks[index].source == source {
      tracks[index].hasEnded = true
      guard let time else { continue }
      let kept = tracks[index].waiting.filter { $0.time < time }
      bytes -= tracks[index].waiting.reduce(0) { $0 + $1.bytes } - kept.reduce(0) { $0 + $1.bytes }
      tracks[index].waiting = kept[...]
    }
  }

  /// Takes the next packet if it is certain that it is the next.
  mutating func next() -> (element: Element, track: Int)? {
    var earliest: (index: Int, time: MediaTime)?
    for (index, track) in tracks.enumerated() {
      guard let time = track.waiting.first?.time else { continue }
      if let found = earliest, found.time <= time { continue }
      earliest = (index, time)
    }
    guard let (index, time) = earliest else { return nil }
    guard bytes > byteLimit || tracks.allSatisfy({ isSettled($0, at: time) }) else { return nil }
    guard let entry = tracks[index].waiting.popFirst() else { return nil }
    bytes -= entry.bytes
    return (entry.element, index)
  }

  private func isSettled(_ track: Track, at time: MediaTime) -> Bool {
    if !track.waiting.isEmpty || track.hasEnded { return true }
    guard let source = track.source, let position = positions[source] else { return false }
    return position >= time + slack
  }
}
