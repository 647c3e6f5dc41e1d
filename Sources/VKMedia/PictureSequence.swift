internal import CFFmpeg
internal import Glibc

/// The pictures that a numbered name or a glob pattern stands for, in the order of their numbers.
///
/// Where numbers are missing the pictures after them keep their times, and the picture before stays.
struct PictureSequence: Sendable {
  /// A picture of the sequence.
  struct Entry: Sendable {
    let path: String
    /// When it is shown, in frames from the first one.
    let tick: Int64
  }

  /// The pattern.
  let path: String
  /// The pictures; never empty.
  let entries: [Entry]
  /// The number of the first one; nil when they have none.
  let firstNumber: Int?
  /// What the user should know: which numbers are missing.
  let warnings: [String]
  /// Frames a second.
  let rate: AVRational

  /// The frames until the picture after `index` is shown.
  func ticks(after index: Int) -> Int64 {
    index + 1 < entries.count ? entries[index + 1].tick - entries[index].tick : 1
  }

  /// Finds the pictures of `path`; nil when it names one file, or FFmpeg shall open it in its own way.
  ///
  /// - Throws: `MediaError` when there is no picture.
  init?(_ path: String, options: MovieOptions) throws {
    guard options.demuxer == nil || options.demuxer == "image2" else { return nil }
    var rate = AVRational(num: 25, den: 1)
    if let text = options.frameRate {
      try check(av_parse_video_rate(&rate, text), "open \(path) at \(text)", else: .usage)
    }
    self.rate = rate
    self.path = path
    switch options.formatOptions["pattern_type"] {
    case "glob":
      let paths = Self.matches(of: path)
      guard !paths.isEmpty else { throw Self.nothing(path, "no file matches") }
      entries = paths.enumerated().map { Entry(path: $1, tick: Int64($0)) }
      (firstNumber, warnings) = (nil, [])
    case nil, "sequence":
      guard let pattern = PicturePattern(path), access(path, F_OK) != 0 else { return nil }
      let start = options.formatOptions["start_number"].flatMap { Int($0) }
      let numbers = pattern.numbers().filter { $0 >= start ?? 0 }
      guard let first = numbers.first else {
        throw Self.nothing(
          path, "there is no \(pattern.path(start ?? 1)), nor one of another number")
      }
      entries = numbers.map { Entry(path: pattern.path($0), tick: Int64($0 - first)) }
      firstNumber = first
      warnings =
        Self.gaps(in: numbers, from: start ?? first, pattern)
        .map { ["\(path): pictures are missing: \($0); those after them keep their times"] } ?? []
    default: return nil
    }
  }

  private static func nothing(_ path: String, _ what: String) -> MediaError {
    MediaError(.noInput, "open \(path)", what, status: cff_error(ENOENT))
  }

  /// Says which numbers are missing, the first few gaps one by one.
  private static func gaps(in numbers: [Int], from start: Int, _ pattern: PicturePattern) -> String?
  {
    var next = start
    var gaps: [String] = []
    for number in numbers {
      if number > next {
        let last = number - 1
        gaps.append(
          pattern.text(next)
            + (last == next ? "" : (last == next + 1 ? ", " : " to ") + pattern.text(last)))
      }
      next = number + 1
    }
    guard !gaps.isEmpty else { return nil }
    return gaps.prefix(8).joined(separator: ", ")
      + (gaps.count > 8 ? " and \(gaps.count - 8) more" : "")
  }

  /// The files that match, in the order in which a person counts: 9 before 10.
  private static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_NOSORT | GLOB_BRACE, nil, &found) == 0 else { return [] }
    let paths = (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(cString: $0) }
    }
    return paths.sorted(by: comesFirst)
  }

  /// Compares runs of digits by their number and all else by its characters.
  static func comesFirst(_ a: String, _ b: String) -> Bool {
    var (a, b) = (Array(a.utf8)[...], Array(b.utf8)[...])
    func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let digits = text.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      text = text.dropFirst(digits.count)
      return digits
    }
    while !a.isEmpty, !b.isEmpty {
      let (m, n) = (takeNumber(&a), takeNumber(&b))
      if !m.isEmpty, !n.isEmpty {
        let (x, y) = (m.drop { $0 == UInt8(ascii: "0") }, n.drop { $0 == UInt8(ascii: "0") })
        if x.count != y.count { return x.count < y.count }
        if !x.elementsEqual(y) { return x.lexicographicallyPrecedes(y) }
        if m.count != n.count { return m.count > n.count }
        continue
      }
      guard m.isEmpty, n.isEmpty, let x = a.first, let y = b.first, x == y else {
        let (x, y) = (m.first ?? a.first, n.first ?? b.first)
        return (x ?? 0) < (y ?? 0)
      }
      a = a.dropFirst()
      b = b.dropFirst()
    }
    return a.isEmpty && !b.isEmpty
  }
}

extension PictureSequence {
  /// Tells a stream, opened from the first picture, of the rate and the length.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) {
    let base = AVRational(num: rate.den, den: rate.num)
    stream.pointee.time_base = base
    stream.pointee.avg_frame_rate = rate
    stream.pointee.r_frame_rate = rate
    stream.pointee.start_time = 0
    stream.pointee.duration = (entries.last?.tick ?? 0) + 1
    stream.pointee.nb_frames = Int64(entries.count)
  }

  /// The entries from `next` on that come before `tick`, or up to the end; `next` moves behind the one at `tick`.
  func skipped(before tick: Int64?, from next: inout Int) -> ArraySlice<Entry> {
    let end = tick.flatMap { tick in entries[next...].firstIndex { $0.tick >= tick } }
    defer { next = end.map { $0 + 1 } ?? entries.count }
    return entries[next..<(end ?? entries.count)]
  }

  /// Fills `packet` with the whole file of an entry.
  ///
  /// - Throws: `MediaError` when it cannot be read.
  func read(_ index: Int, into packet: UnsafeMutablePointer<AVPacket>) throws {
    let entry = entries[index]
    var file: UnsafeMutablePointer<AVIOContext>?
    try check(avio_open(&file, "file:" + entry.path, AVIO_FLAG_READ), "open \(entry.path)")
    defer { avio_closep(&file) }
    let size = avio_size(file)
    guard size < Int64(Int32.max) else {
      throw MediaError(
        .invalidData, "open \(entry.path)", "a picture of \(size) bytes is too large")
    }
    // A decoder takes an empty packet for the end; one byte is no picture either.
    try check(
      av_new_packet(packet, max(Int32(size), 1)), "read \(entry.path)", else: .outOfMemory)
    packet.pointee.data[0] = 0
    if size > 0 {
      try check(avio_read(file, packet.pointee.data, Int32(size)), "read \(entry.path)")
    }
    packet.pointee.pts = entry.tick
    packet.pointee.dts = entry.tick
    packet.pointee.duration = ticks(after: index)
    packet.pointee.flags |= AV_PKT_FLAG_KEY
  }
}
