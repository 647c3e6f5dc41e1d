internal import CFFmpeg
internal import Glibc
internal import VKCore

/// An open container and the one video stream of it that is decoded.
///
/// SAFETY: one thread reads packets; what other threads ask for is fixed once `init` has returned.
final class Demuxer: @unchecked Sendable {
  let path: String
  let context: UnsafeMutablePointer<AVFormatContext>
  let stream: UnsafeMutablePointer<AVStream>
  let decoder: UnsafePointer<AVCodec>
  let info: MediaInfo
  /// The rate that frames are given in place of the container's times.
  let givenRate: (Int32, Int32)?
  let stop: StopSignal
  /// What is worth knowing about the input.
  let warnings: [String]
  /// The pictures that packets are made of; nil when they come out of a container.
  let sequence: PictureSequence?
  /// The pieces that packets are made of, of a picture that moves and that FFmpeg does not take apart.
  let animation: WebPAnimation?
  /// The first packet, looked at before it is asked for.
  private var pending: Packet?
  /// The picture of the sequence, or the piece, that is read next.
  private(set) var nextPicture = 0
  private let channel: InputChannel?
  private let options: MovieOptions
  /// Ends waiting for the other side of a network, where there is a limit to that.
  private let limit: IOLimit?
  /// Where packets come from: `context`, or the same input opened again.
  private var reading: UnsafeMutablePointer<AVFormatContext>

  init(_ path: String, options: MovieOptions, stop: StopSignal) throws {
    MediaLog.prepare()
    let sequence = try PictureSequence(path, options: options)
    let channel =
      sequence == nil
      ? try InputChannel.open(path, demuxer: options.demuxer, stop: stop) : nil
    let y4m = channel?.y4m?.header
    let opening = try y4m.map { try $0.asRaw(options, path: path) } ?? options
    let limit = options.patience.map { IOLimit(stop, patience: $0) }
    let (context, givenRate) =
      try sequence.map { (try Self.open($0, options: options, stop: stop), nil) }
      ?? Self.open(path, options: opening, channel: channel, stop: stop, limit: limit)
    self.givenRate = givenRate
    self.limit = limit
    do {
      limit?.allow()
      let status = avformat_find_stream_info(context, nil)
      try limit?.check(status, "read \(path)")
      try check(status, "read \(path)", else: .invalidData)
      (stream, decoder) = try Self.pickStream(of: context, path: path, options: options)
      y4m?.describe(stream)
      sequence?.describe(stream)
    } catch {
      Self.close(context)
      throw error
    }
    let isWebP = sequence == nil && stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_WEBP
    let first = isWebP ? Self.firstPacket(of: context) : nil
    animation = first.flatMap { WebPAnimation($0) }
    pending = first
    animation?.describe(stream)
    self.path = path
    self.context = context
    self.options = options
    reading = context
    self.channel = channel
    self.stop = stop
    self.sequence = sequence
    info = MediaInfo(
      context, container: animation != nil ? "webp" : y4m == nil ? nil : "yuv4mpegpipe")
    warnings = sequence?.warnings ?? y4m?.warnings(options) ?? []
  }

  deinit {
    if reading != context { Self.close(reading) }
    Self.close(context)
  }

  static func close(_ context: UnsafeMutablePointer<AVFormatContext>) {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }

  static func open(
    _ path: String, options: MovieOptions, channel: InputChannel?, stop: StopSignal,
    limit: IOLimit? = nil
  ) throws -> (UnsafeMutablePointer<AVFormatContext>, givenRate: (Int32, Int32)?) {
    var format: UnsafePointer<AVInputFormat>?
    if let name = options.demuxer {
      format = av_find_input_format(name)
      guard format != nil else {
        throw MediaError(
          .usage, "open \(path)", "FFmpeg has no input format \(name); see ffmpeg -demuxers")
      }
    }
    var context = avformat_alloc_context()
    try allocated(context, "a container").pointee.interrupt_callback =
      limit?.interruptCallback ?? stop.interruptCallback
    limit?.allow()
    context?.pointee.pb = channel?.context
    var settings = try Certificates.options(demuxerOptions(options), for: path)
    // A picture that is there under this very name is no sequence.
    if PicturePattern(path) != nil { settings["pattern_type"] = "none" }
    var list = OptionList(settings)
    let status = avformat_open_input(&context, inputURL(path), format, &list.dictionary)
    try limit?.check(status, "open \(path)")
    guard status >= 0, let context else { throw openError(status, path, options) }
    // How pictures are numbered means nothing to other files.
    let left = list.left.filter { $0 != "pattern_type" }
    // A container with times of its own takes no rate: its frames are given times by it.
    var rate = AVRational()
    let isGiven = left == ["framerate"] && av_parse_video_rate(&rate, options.frameRate) >= 0
    if let unknown = left.first, !isGiven {
      close(context)
      throw MediaError(
        .usage, "open \(path)", "the input takes no option \(unknown)",
        status: cff_error_option_not_found)
    }
    return (context, rate.positive)
  }

  /// Opens the first picture of a sequence.
  private static func open(
    _ sequence: PictureSequence, options: MovieOptions, stop: StopSignal
  ) throws -> UnsafeMutablePointer<AVFormatContext> {
    var options = options
    let first = sequence.entries[0].path
    (options.demuxer, options.frameRate) = (nil, nil)
    for name in ["pattern_type", "start_number"] { options.formatOptions[name] = nil }
    var context = try open(first, options: options, channel: nil, stop: stop).0
    if context.containerName == "apng" {
      // Of moving pictures a sequence takes the first frame.
      close(context)
      options.demuxer = "png_pipe"
      context = try open(first, options: options, channel: nil, stop: stop).0
    }
    guard context.holdsPictures || context.containerName == "gif" else {
      let name = context.containerName
      close(context)
      throw MediaError(
        .notAVideo, "open \(sequence.path)", "\(first) is not a picture but \(name)")
    }
    return context
  }

  private static func openError(_ status: Int32, _ path: String, _ options: MovieOptions)
    -> MediaError
  {
    status == cff_error_invalid_data
      ? MediaError(
        status: status, "open \(path)", else: .invalidData,
        hint: "this is no media file that FFmpeg knows, or its beginning is damaged")
      : MediaError(status: status, "open \(path)", else: .io)
  }

  private static func demuxerOptions(_ options: MovieOptions) -> [String: String] {
    var list = options.formatOptions
    if let size = options.size { list["video_size"] = size.description }
    if let format = options.pixelFormat { list["pixel_format"] = format }
    if let rate = options.frameRate { list["framerate"] = rate }
    return list
  }

  /// FFmpeg takes what stands before a colon for a protocol; a file that is there is a file.
  private static func inputURL(_ path: String) -> String {
    var status = stat()
    return path.contains(":") && stat(path, &status) == 0 ? "file:" + path : path
  }

  private static func pickStream(
    of context: UnsafeMutablePointer<AVFormatContext>, path: String, options: MovieOptions
  ) throws -> (UnsafeMutablePointer<AVStream>, UnsafePointer<AVCodec>) {
    // FFmpeg takes any text for a picture of a terminal; nobody means that without saying so.
    let isText = String(cString: context.pointee.iformat.pointee.name) == "tty"
    if isText && options.demuxer == nil {
      throw MediaError(.notAVideo, "open \(path)", "this is a text file, not a video or a picture")
    }
    var decoder: UnsafePointer<AVCodec>?
    let wanted = Int32(
      try mappedVideo(of: context, path: path, options) ?? options.streamIndex ?? -1)
    var index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, wanted, -1, &decoder, 0)
    let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
    if index >= 0, wanted < 0, streams[Int(index)].isCoverPicture {
      let movies = streams.filter { $0.isVideo && !$0.isCoverPicture }
      index = movies.first?.pointee.index ?? -1
      decoder = movies.first.flatMap { avcodec_find_decoder($0.pointee.codecpar.pointee.codec_id) }
      if index < 0 { throw noVideo(path, streams, "only a cover picture") }
    }
    if index == cff_error_decoder_not_found || (index >= 0 && decoder == nil) {
      let codecs = streams.filter(\.isVideo).map(\.codecName)
      throw MediaError(
        .unsupported, "open \(path)",
        "FFmpeg here has no decoder for \(codecs.joined(separator: ", "))",
        status: cff_error_decoder_not_found)
    }
    guard index >= 0, let decoder else { throw noVideo(path, streams, "no video stream") }
    return (streams[Int(index)], decoder)
  }

  /// The first movie, else the first picture, among the streams that were asked for.
  private static func mappedVideo(
    of context: UnsafeMutablePointer<AVFormatContext>, path: String, _ options: MovieOptions
  ) throws -> Int? {
    guard let selectors = options.streams else { return nil }
    let streams = try selectors.streams(of: context, path: path).compactMap {
      context.pointee.streams[$0]
    }
    let videos = streams.filter(\.isVideo)
    guard let first = videos.first(where: { !$0.isCoverPicture }) ?? videos.first else {
      throw noVideo(path, streams, "no video stream among those selected")
    }
    return Int(first.pointee.index)
  }

  private static func noVideo(
    _ path: String, _ streams: [UnsafeMutablePointer<AVStream>], _ what: String
  ) -> MediaError {
    let others = streams.map(\.codecName).joined(separator: ", ")
    return MediaError(
      .notAVideo, "open \(path)",
      "there is \(what)" + (others.isEmpty ? "" : ", only \(others)"))
  }

  /// Bytes of a picture where packets are bare pictures; nil where they are coded or have a container around them.
  var bareFrameLength: Int? {
    guard String(cString: context.pointee.iformat.pointee.name) == "rawvideo" else { return nil }
    let parameters = stream.pointee.codecpar.pointee
    let length = av_image_get_buffer_size(
      AVPixelFormat(parameters.format), parameters.width, parameters.height, 1)
    return length > 0 ? Int(length) : nil
  }

  /// Goes to the last place at or before `tick` from which pictures can be decoded; false where there is no way.
  func seek(to tick: Int64) -> Bool {
    if let io = context.pointee.pb, io.pointee.seekable & AVIO_SEEKABLE_NORMAL == 0 { return false }
    if let sequence {
      nextPicture = sequence.entries.lastIndex { $0.tick <= tick } ?? 0
      return true
    }
    // Each piece builds on those before it.
    if animation != nil { return tick >= 0 }
    let index = stream.pointee.index
    if let length = bareFrameLength {
      return av_seek_frame(context, index, tick * Int64(length), AVSEEK_FLAG_BYTE) >= 0
    }
    let flags = context.pointee.iformat.pointee.flags
    // A bare stream has no times to look for.
    if stream.pointee.start_time == cff_no_time { return false }
    return flags & AVFMT_TS_DISCONT != 0
      ? search(for: tick) : avformat_seek_file(context, index, Int64.min, tick, tick, 0) >= 0
  }

  /// Goes to a key picture at or before `tick` in a container without an index.
  ///
  /// There FFmpeg finds a place of that time, and the key picture may have been before it.
  private func search(for tick: Int64) -> Bool {
    let index = stream.pointee.index
    for seconds: Int64 in [0, 1, 4, 16, 64] {
      let back = av_rescale_q(seconds, AVRational(num: 1, den: 1), stream.pointee.time_base)
      let target = tick - back
      guard target > stream.pointee.start_time,
        avformat_seek_file(context, index, Int64.min, target, target, 0) >= 0
      else { break }
      if let key = nextKeyPicture(), key <= tick {
        return avformat_seek_file(context, index, Int64.min, target, target, 0) >= 0
      }
    }
    return av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) >= 0
  }

  /// The time of the first key picture that comes.
  private func nextKeyPicture() -> Int64? {
    guard let packet = try? Packet() else { return nil }
    while (try? read(into: packet)) ?? false {
      let found = packet.pointer.pointee
      if found.stream_index == stream.pointee.index, found.flags & AV_PKT_FLAG_KEY != 0,
        found.pts != cff_no_time
      {
        return found.pts
      }
    }
    return nil
  }

  /// Goes back to the beginning by opening the input once more; false where that cannot be.
  ///
  /// Searching for the beginning would lose packets in many containers.
  func startAgain() throws -> Bool {
    if sequence != nil || animation != nil {
      nextPicture = 0
      return true
    }
    if channel != nil {
      // Bare frames are found by their place.
      return context.pointee.pb.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
        && av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE) >= 0
    }
    let (again, _) = try Self.open(path, options: options, channel: nil, stop: stop)
    let status = avformat_find_stream_info(again, nil)
    guard status >= 0, again.pointee.nb_streams >= context.pointee.nb_streams else {
      Self.close(again)
      throw MediaError(.invalidData, "read \(path)", "it has changed while it was read")
    }
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      again.pointee.streams[index]?.pointee.discard = stream.pointee.discard
    }
    if reading != context { Self.close(reading) }
    reading = again
    return true
  }

  private func readPicture(into packet: Packet) throws -> Bool {
    let count = sequence?.entries.count ?? animation?.pieces.count ?? 0
    guard nextPicture < count, !stop.isRaised else { return false }
    try sequence?.read(nextPicture, into: packet.pointer)
    try animation?.read(nextPicture, into: packet.pointer)
    packet.pointer.pointee.stream_index = stream.pointee.index
    nextPicture += 1
    return true
  }

  private static func firstPacket(of context: UnsafeMutablePointer<AVFormatContext>) -> Packet? {
    guard let packet = try? Packet(), av_read_frame(context, packet.pointer) >= 0 else {
      return nil
    }
    return packet
  }

  /// Whether each packet is the file of a picture.
  var isPictures: Bool { sequence != nil || context.holdsPictures }

  /// Reads the next packet of any stream; false at the end.
  func read(into packet: Packet) throws -> Bool {
    av_packet_unref(packet.pointer)
    cff_clear_log_error()
    if sequence != nil || animation != nil { return try readPicture(into: packet) }
    if let first = pending {
      pending = nil
      av_packet_move_ref(packet.pointer, first.pointer)
      return true
    }
    limit?.allow()
    let status = av_read_frame(reading, packet.pointer)
    if status == cff_error_eof || stop.isRaised { return false }
    try limit?.check(status, "read \(path)")
    // Of a live stream what came before is whole.
    if status < 0, limit != nil { throw MediaError(status: status, lost: "read \(path)") }
    try check(status, "read \(path)")
    return true
  }
}

extension UnsafeMutablePointer<AVFormatContext> {
  /// FFmpeg's name of an input's container.
  fileprivate var containerName: String {
    pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
  }

  /// Whether each packet is the file of a picture.
  fileprivate var holdsPictures: Bool {
    containerName == "image2" || containerName.hasSuffix("_pipe")
  }
}

extension UnsafeMutablePointer<AVStream> {
  var isVideo: Bool { pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO }
  var isSound: Bool { pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO }
  var isCoverPicture: Bool { pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 }
  var codecName: String { String(cString: avcodec_get_name(pointee.codecpar.pointee.codec_id)) }
}
