internal import CFFmpeg
internal import VKCore

/// The streams of an open movie that a writer copies.
///
/// SAFETY: only what is fixed once the movie is open is read here; `movie` keeps it open.
final class MovieInput: @unchecked Sendable {
  let movie: MovieFile
  /// Streams that the output takes as they are.
  private(set) var copies: Set<Int> = []
  /// What is left out, and why.
  private(set) var warnings: [String] = []

  var context: UnsafeMutablePointer<AVFormatContext> { movie.demuxer.context }
  var streamCount: Int { Int(context.pointee.nb_streams) }
  var videoIndex: Int { Int(movie.demuxer.stream.pointee.index) }
  var video: UnsafeMutablePointer<AVStream> { movie.demuxer.stream }

  init(_ movie: MovieFile, format: UnsafePointer<AVOutputFormat>, options: MovieWriterOptions) {
    self.movie = movie
    guard String(cString: format.pointee.name) != "null" else { return }
    for index in 0..<streamCount where index != videoIndex {
      guard let stream = context.pointee.streams[index] else { continue }
      guard isWanted(stream, options) else { continue }
      let container = String(cString: format.pointee.name)
      if let reason = refusal(of: stream, by: format) {
        let kind = MediaInfo.Stream(stream.pointee).kind
        warnings.append(
          "stream \(index) (\(kind), \(stream.codecName)) is left out: \(reason(container))")
      } else {
        copies.insert(index)
      }
    }
  }

  /// The stream of the input when it is copied.
  func copied(_ index: Int) -> UnsafeMutablePointer<AVStream>? {
    copies.contains(index) ? context.pointee.streams[index] : nil
  }

  private func isWanted(_ stream: UnsafeMutablePointer<AVStream>, _ options: MovieWriterOptions)
    -> Bool
  {
    switch stream.pointee.codecpar.pointee.codec_type {
    case AVMEDIA_TYPE_AUDIO: options.copiesAudio
    case AVMEDIA_TYPE_SUBTITLE: options.copiesSubtitles
    default: options.copiesData
    }
  }

  private func refusal(
    of stream: UnsafeMutablePointer<AVStream>, by format: UnsafePointer<AVOutputFormat>
  ) -> ((String) -> String)? {
    let codec = stream.pointee.codecpar.pointee.codec_id
    if stream.isVideo {
      let holdsCovers = ["mp4", "mov", "ipod"].contains(String(cString: format.pointee.name))
      if stream.isCoverPicture && holdsCovers { return nil }
      return { stream.isCoverPicture ? "\($0) holds no cover picture" : "one movie is written" }
    }
    let container = String(cString: format.pointee.name)
    if stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT {
      let isNamed = entries(of: stream.pointee.metadata)["mimetype"] != nil
      return container == "matroska" && isNamed ? nil : { "\($0) does not hold it" }
    }
    if !sharesProgram(with: stream) { return { _ in "it belongs to another program" } }
    let knows = avformat_query_codec(format, codec, FF_COMPLIANCE_NORMAL)
    if knows == 0 || codec == AV_CODEC_ID_NONE { return { "\($0) does not hold it" } }
    if knows < 0 && !accepts(stream.pointee.codecpar.pointee.codec_type, format) {
      return { "\($0) does not hold it" }
    }
    return nil
  }

  /// For containers that do not say which codecs they hold: whether they have a usual one of the kind.
  private func accepts(_ type: AVMediaType, _ format: UnsafePointer<AVOutputFormat>) -> Bool {
    switch type {
    case AVMEDIA_TYPE_AUDIO: format.pointee.audio_codec != AV_CODEC_ID_NONE
    case AVMEDIA_TYPE_SUBTITLE: format.pointee.subtitle_codec != AV_CODEC_ID_NONE
    default: false
    }
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
