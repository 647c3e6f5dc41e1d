internal import CFFmpeg
internal import VKCore

/// What is written into a container besides packets.
struct MuxerSettings {
  /// Options for the muxer.
  var options: [String: String]
  /// Whether pictures have the input's times, and are not only counted.
  var keepsTimes: Bool
  var frameRate: AVRational
  var orientation: Orientation
  var metadata: [String: String]
  /// Titles, languages and the like come along.
  var copiesMetadata: Bool
  /// Chapters come along.
  var copiesChapters: Bool
  /// What is said of the pictures' light.
  var hdr: HDRMetadata?

  /// Describes the encoded stream.
  func fill(
    _ stream: UnsafeMutablePointer<AVStream>, from encoder: UnsafeMutablePointer<AVCodecContext>,
    input: MovieInput?
  ) throws {
    try check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder), "describe the pictures")
    stream.pointee.time_base = encoder.pointee.time_base
    stream.pointee.avg_frame_rate = frameRate
    stream.pointee.sample_aspect_ratio = encoder.pointee.sample_aspect_ratio
    if let source = input?.video {
      try check(cff_stream_copy_plain_side_data(stream, source), "describe the pictures")
      stream.pointee.disposition = source.pointee.disposition & ~AV_DISPOSITION_ATTACHED_PIC
      copyMetadata(source.pointee.metadata, to: &stream.pointee.metadata)
      av_dict_set(&stream.pointee.metadata, "encoder", nil, 0)
      av_dict_set(&stream.pointee.metadata, "rotate", nil, 0)
    }
    try hdr?.describe(stream)
    if let source = input?.video, let matrix = cff_stream_display_matrix(source),
      Orientation(displayMatrix: matrix) == nil
    {
      // No quarter turn: the pictures are as they were, and so is what must be done to show them.
      try check(cff_stream_set_display_matrix(stream, matrix), "describe the pictures")
    }
    if orientation != .up {
      try check(
        cff_stream_set_display_matrix(stream, orientation.displayMatrix), "describe the pictures")
    }
  }

  /// Describes a stream of sound that is encoded anew.
  func fill(
    _ stream: UnsafeMutablePointer<AVStream>,
    encoding encoder: UnsafeMutablePointer<AVCodecContext>,
    like source: UnsafeMutablePointer<AVStream>
  ) throws {
    try check(
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder), "describe the sound")
    stream.pointee.time_base = encoder.pointee.time_base
    stream.pointee.disposition = source.pointee.disposition
    copyMetadata(source.pointee.metadata, to: &stream.pointee.metadata)
    av_dict_set(&stream.pointee.metadata, "encoder", nil, 0)
  }

  /// Describes a stream that is copied.
  func fill(
    _ stream: UnsafeMutablePointer<AVStream>, copying source: UnsafeMutablePointer<AVStream>,
    format: UnsafePointer<AVOutputFormat>
  ) throws {
    try check(
      avcodec_parameters_copy(stream.pointee.codecpar, source.pointee.codecpar),
      "describe a copied stream")
    let parameters = stream.pointee.codecpar.pointee
    if !keepsTag(parameters, format) { stream.pointee.codecpar.pointee.codec_tag = 0 }
    stream.pointee.time_base = source.pointee.time_base
    stream.pointee.avg_frame_rate = source.pointee.avg_frame_rate
    stream.pointee.disposition = source.pointee.disposition
    try check(cff_stream_copy_side_data(stream, source), "describe a copied stream")
    copyMetadata(source.pointee.metadata, to: &stream.pointee.metadata)
  }

  /// Whether the input container's four-letter code means the same in the output's.
  private func keepsTag(_ parameters: AVCodecParameters, _ format: UnsafePointer<AVOutputFormat>)
    -> Bool
  {
    guard let tags = format.pointee.codec_tag else { return true }
    return av_codec_get_id(tags, parameters.codec_tag) == parameters.codec_id
  }

  /// Describes the file.
  func fill(_ context: UnsafeMutablePointer<AVFormatContext>, input: MovieInput?) throws {
    if let source = input?.context {
      copyMetadata(source.pointee.metadata, to: &context.pointee.metadata)
      if copiesChapters, let window = input?.chapterWindow {
        try check(
          cff_copy_chapters(context, source, window.from, window.to, window.shift),
          "copy the chapters")
      }
    }
    if !copiesMetadata {
      for index in 0..<Int(context.pointee.nb_chapters) {
        if let chapter = context.pointee.chapters[index] { av_dict_free(&chapter.pointee.metadata) }
      }
    }
    for (key, value) in metadata { av_dict_set(&context.pointee.metadata, key, value, 0) }
  }

  /// Copies what is about the work; what is about the container or its statistics would be wrong in another.
  private func copyMetadata(_ source: OpaquePointer?, to target: inout OpaquePointer?) {
    guard copiesMetadata else { return }
    let containers = ["major_brand", "minor_version", "compatible_brands", "encoder"]
    let statistics = ["DURATION", "BPS", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "_STATISTICS"]
    for (key, value) in entries(of: source) {
      if containers.contains(key) || statistics.contains(where: key.hasPrefix) { continue }
      av_dict_set(&target, key, value, 0)
    }
  }
}

extension MuxerSettings {
  /// The muxer's options: what the container needs, and what the caller says.
  ///
  /// `firstNumber` is the first picture's of a sequence.
  static func options(
    for muxer: Muxer, _ options: MovieWriterOptions, _ tracks: TrackList, firstNumber: Int?,
    timeBase: AVRational
  ) -> [String: String] {
    var list: [String: String] = [:]
    switch muxer.formatName {
    case "mp4", "mov", "ipod", "3gp", "psp":
      // Edit lists count in the movie's own clock; milliseconds would move the pictures.
      list["movie_timescale"] = "\(tracks.clock(with: timeBase.den))"
      // What cannot be searched gets its index in pieces.
      if !muxer.isSearchable { list["movflags"] = "frag_keyframe+empty_moov+default_base_moof" }
    case "yuv4mpegpipe":
      // FFmpeg calls more than 8 bits, alpha and grey beyond 8 bits unofficial; readers know them all the same.
      list["strict"] = "\(FF_COMPLIANCE_UNOFFICIAL)"
    case "gif", "apng", "webp":
      list[muxer.formatName == "apng" ? "plays" : "loop"] = "0"
    case "image2":
      if let firstNumber {
        list["start_number"] = "\(firstNumber)"
        list["atomic_writing"] = "1"
      } else {
        list["update"] = "1"
      }
    default: break
    }
    return list.merging(options.muxerOptions) { $1 }
  }
}

/// A part of a movie and what is taken off its times, in microseconds.
struct ChapterWindow {
  let from: Int64
  let to: Int64
  let shift: Int64
}

extension MovieFile {
  /// The part of the movie that is read, and what is taken off its times.
  var chapterWindow: ChapterWindow {
    let clock = FrameClock(demuxer, options: options)
    let micro = AVRational(num: 1, den: AV_TIME_BASE)
    return ChapterWindow(
      from: clock.start.map { av_rescale_q($0, clock.base, micro) } ?? Int64.min,
      to: clock.end.map { av_rescale_q($0, clock.base, micro) } ?? Int64.max,
      shift: av_rescale_q(clock.shift, clock.base, micro))
  }
}
