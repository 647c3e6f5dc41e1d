internal import CFFmpeg
internal import VKCore

/// The tracks of an output in their order.
struct TrackList {
  /// Where a track comes from.
  enum Track {
    /// The filtered pictures.
    case pictures
    /// A stream of an input, as it is.
    case copy(StreamID, UnsafeMutablePointer<AVStream>)
    /// A stream of sound, encoded anew.
    case encoded(StreamID, UnsafeMutablePointer<AVStream>, AudioTranscoder)
  }

  /// The movie whose pictures are written.
  let main: MovieInput?
  private(set) var order: [Track] = []

  /// - Parameters:
  ///   - main: the movie; nil when its pictures come from elsewhere.
  ///   - further: the inputs 1 and on.
  ///   - selectors: what was asked for, whose order counts; nil for the movie's own.
  init(_ main: MovieInput?, further: [MovieInput], selectors: [StreamSelector]?) {
    self.main = main
    let inputs = [main] + further
    var numbers: [Int] = []
    for selector in selectors ?? [] where !selector.isExclusion && !numbers.contains(selector.input)
    {
      numbers.append(selector.input)
    }
    if !numbers.contains(0) { numbers.insert(0, at: 0) }
    // Without a selection all of what comes beside pictures from elsewhere is taken.
    if main == nil, selectors == nil { numbers += further.indices.map { $0 + 1 } }
    for number in numbers where inputs.indices.contains(number) {
      if let input = inputs[number] { add(input, number: number) }
    }
    let hasPictures = order.contains { if case .pictures = $0 { true } else { false } }
    if !hasPictures { order.insert(.pictures, at: 0) }
  }

  private mutating func add(_ input: MovieInput, number: Int) {
    for index in input.order {
      if number == 0, input.isVideo(index) {
        order.append(.pictures)
      } else if let stream = input.context.pointee.streams[index] {
        let id = StreamID(input: number, stream: index)
        order.append(input.encoded[index].map { .encoded(id, stream, $0) } ?? .copy(id, stream))
      }
    }
  }

  /// A clock, ticks a second, that the starts of pictures and sound lie on.
  func clock(with pictures: Int32) -> Int64 {
    var common = Int64(pictures)
    for rate in soundClocks.map(Int64.init) {
      let divisor = Int64(greatestCommonDivisor(UInt64(common), UInt64(rate)))
      if common / divisor * rate <= 10_000_000 { common = common / divisor * rate }
    }
    return common
  }

  /// The clocks that the tracks of sound count in, ticks a second.
  private var soundClocks: [Int32] {
    order.compactMap { track in
      switch track {
      case .pictures: nil
      case .encoded(_, _, let transcoder): transcoder.encoder.pointee.sample_rate
      case .copy(_, let stream):
        stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
          ? stream.pointee.time_base.den : nil
      }
    }
  }
}

extension MovieWriterOptions {
  /// What is selected of one input; nil when nothing was asked for.
  func selectors(of input: Int) -> [StreamSelector]? {
    streams.map { $0.filter { $0.input == input } }
  }
}
