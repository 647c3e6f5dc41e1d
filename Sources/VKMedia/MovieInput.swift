internal import CFFmpeg
internal import VKCore

/// The streams of an open input that a writer copies.
///
/// It must not hold the movie, which holds the writer's sinks.
///
/// SAFETY: only what is fixed once the input is open is read here; `owner` keeps it open.
final class MovieInput: @unchecked Sendable {
  /// The stream whose pictures are written; nil for an input that only gives streams.
  let video: UnsafeMutablePointer<AVStream>?
  /// Where the movie begins in a container whose clock started at any time.
  let arbitraryOrigin: MediaTime?
  /// The part of the movie that chapters are copied for; nil for an input that only gives streams.
  let chapterWindow: ChapterWindow?
  let context: UnsafeMutablePointer<AVFormatContext>
  /// Streams that the output takes, as they are or encoded anew.
  private(set) var copies: Set<Int> = []
  /// Those of them that are encoded anew.
  private(set) var encoded: [Int: AudioTranscoder] = [:]
  /// Where the first sound among them ends, where the container of the movie says it.
  private(set) var soundEnd: MediaTime?
  /// What is left out, and why.
  private(set) var warnings: [String] = []
  private let owner: AnyObject
  /// The streams that were asked for by name, in order; nil where the usual ones are taken.
  private let selected: [Int]?

  private var videoIndex: Int? { video.map { Int($0.pointee.index) } }

  /// - Throws: `MediaError` when a selector selects nothing.
  init(
    _ movie: MovieFile, format: UnsafePointer<AVOutputFormat>, options: MovieWriterOptions
  ) throws {
    video = movie.demuxer.stream
    arbitraryOrigin = movie.arbitraryOrigin
    chapterWindow = movie.chapterWindow
    owner = movie.demuxer
    context = movie.demuxer.context
    selected = try options.selectors(of: 0)?.streams(of: context, path: movie.path)
    try choose(format, options, part: movie.part)
    soundEnd = movie.soundEnd(among: copies)
  }

  /// - Throws: `MediaError` when a selector selects nothing.
  init(
    _ source: any StreamFeeder, number: Int, from origin: MediaTime,
    format: UnsafePointer<AVOutputFormat>, options: MovieWriterOptions
  ) throws {
    video = nil
    arbitraryOrigin = nil
    chapterWindow = nil
    owner = source
    context = source.context
    selected =
      source is SoundInput
      ? [0] : try (options.selectors(of: number) ?? []).streams(of: context, path: source.path)
    try choose(format, options, part: source.part(from: origin))
  }

  private func choose(
    _ format: UnsafePointer<AVOutputFormat>, _ options: MovieWriterOptions,
    part: (start: MediaTime?, end: MediaTime?)
  ) throws {
    let container = String(cString: format.pointee.name)
    guard container != "null" else { return }
    let all = Array(0..<Int(context.pointee.nb_streams))
    for index in selected ?? all where index != videoIndex {
      guard let stream = context.pointee.streams[index], isWanted(stream, options) else { continue }
      let isEncoded = stream.isSound && options.audioCodec != nil
      let codec =
        isEncoded
        ? try AudioTranscoder.encoder(options).pointee.id : stream.pointee.codecpar.pointee.codec_id
      if let reason = refusal(of: stream, as: codec, by: format) {
        let kind = MediaInfo.Stream(stream.pointee).kind
        warnings.append(
          "stream \(index) (\(kind), \(stream.codecName)) is left out: \(reason(container))")
      } else {
        if isEncoded {
          encoded[index] = try AudioTranscoder(
            stream, options: options,
            hasGlobalHeader: format.pointee.flags & AVFMT_GLOBALHEADER != 0, start: part.start,
            end: part.end)
        }
        copies.insert(index)
      }
    }
  }

  /// The streams that go into the output, the pictures' own included, in order.
  var order: [Int] {
    let all = selected ?? Array(0..<Int(context.pointee.nb_streams))
    return all.filter { $0 == videoIndex || copies.contains($0) }
  }

  /// Whether the stream is the one whose pictures are filtered.
  func isVideo(_ index: Int) -> Bool { index == videoIndex }

  private func isWanted(_ stream: UnsafeMutablePointer<AVStream>, _ options: MovieWriterOptions)
    -> Bool
  {
    switch stream.pointee.codecpar.pointee.codec_type {
    case AVMEDIA_TYPE_AUDIO: options.copiesAudio
    case AVMEDIA_TYPE_SUBTITLE: options.copiesSubtitles
    case AVMEDIA_TYPE_DATA: options.copiesData && options.copiesTimedData
    default: options.copiesData
    }
  }

  private func refusal(
    of stream: UnsafeMutablePointer<AVStream>, as codec: AVCodecID,
    by format: UnsafePointer<AVOutputFormat>
  ) -> ((String) -> String)? {
    if stream.isVideo {
      let holdsCovers = ["mp4", "mov", "ipod"].contains(String(cString: format.pointee.name))
      if stream.isCoverPicture && holdsCovers { return nil }
      if stream.isCoverPicture { return { "\($0) holds no cover picture" } }
      if selected == nil { return { _ in "only one movie is filtered; -map copies others" } }
      return format.holds(codec) ? nil : { "\($0) does not hold it" }
    }
    let container = String(cString: format.pointee.name)
    if stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT {
      let isNamed = entries(of: stream.pointee.metadata)["mimetype"] != nil
      return container == "matroska" && isNamed ? nil : { "\($0) does not hold it" }
    }
    if selected == nil, !sharesProgram(with: stream) {
      return { _ in "it belongs to another program" }
    }
    if codec != AV_CODEC_ID_NONE, format.holds(codec) { return nil }
    let usual = avcodec_find_encoder(format.pointee.audio_codec)
    guard stream.isSound, let usual else { return { "\($0) does not hold it" } }
    let name = String(cString: usual.pointee.name)
    return { "\($0) does not hold it (-c:a \(name) would keep it)" }
  }

  /// Variants of one broadcast are programs; only the pictures' own program goes along.
  private func sharesProgram(with stream: UnsafeMutablePointer<AVStream>) -> Bool {
    var program: UnsafeMutablePointer<AVProgram>?
    var isInAny = false
    while true {
      program = av_find_program_from_stream(context, program, stream.pointee.index)
      guard let found = program?.pointee else { return !isInAny }
      isInAny = true
      for index in 0..<Int(found.nb_stream_indexes)
      where Int(found.stream_index[index]) == videoIndex { return true }
    }
  }
}

extension MovieFile {
  /// Where the first sound among `copies` ends, in the frames' time, as the container says it.
  fileprivate func soundEnd(among copies: Set<Int>) -> MediaTime? {
    guard options.repeats == 0 else { return nil }
    let ends = copies.compactMap { index -> MediaTime? in
      guard let stream = demuxer.context.pointee.streams[index], stream.isSound,
        stream.pointee.duration > 0
      else { return nil }
      let start = stream.pointee.start_time == cff_no_time ? 0 : stream.pointee.start_time
      return MediaTime(start + stream.pointee.duration, in: stream.pointee.time_base)
    }
    return ends.min().map(FrameClock(demuxer, options: options).moved)
  }
}
