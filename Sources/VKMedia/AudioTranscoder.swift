internal import CFFmpeg
internal import VKCore

/// Decodes the packets of a stream of sound and encodes the samples anew.
///
/// Samples keep their times: what begins or ends in the middle of a packet is cut to the sample, holes are filled with
/// silence, overlaps are left out.
///
/// SAFETY: the thread that hands packets on uses it, after the writer's thread has read what is fixed from then on.
final class AudioTranscoder: @unchecked Sendable {
  /// The encoder; its parameters are fixed.
  let encoder: UnsafeMutablePointer<AVCodecContext>
  /// How much sound before the beginning decoders need to give the right samples from it on.
  static let lead = MediaTime(value: 1, timescale: 10)

  private let decoder: UnsafeMutablePointer<AVCodecContext>
  private let fifo: OpaquePointer
  private let frame: FrameHandle
  private let packet: Packet
  private let name: String
  private let base: AVRational
  private var resampler: OpaquePointer?
  private var source: (rate: Int32, format: Int32, channels: Int32)?
  /// The sample of the source that comes next.
  private var next: Int64?
  /// The sample of the output that is encoded next.
  private var position: Int64 = 0
  /// Before which time samples are left out.
  private let start: MediaTime?
  /// From which time on samples are left out.
  private let end: MediaTime?
  /// Whether silence is encoded in place of the sound.
  let isMuted = Locked(false)

  /// Opens the decoder of `stream` and the encoder.
  ///
  /// `hasGlobalHeader` says whether what decoders need stands in the container's header; `start` and `end` are the times on
  /// the way out between which samples are wanted.
  /// - Throws: `MediaError` when there is no such encoder or it does not take the sound.
  init(
    _ stream: UnsafeMutablePointer<AVStream>, options: MovieWriterOptions,
    hasGlobalHeader: Bool, start: MediaTime? = nil, end: MediaTime? = nil
  ) throws {
    let codec = try Self.encoder(options)
    name = String(cString: codec.pointee.name)
    base = stream.pointee.time_base
    (self.start, self.end) = (start, end)
    frame = try FrameHandle()
    packet = try Packet()
    let decoder = try Self.openDecoder(stream)
    var made: UnsafeMutablePointer<AVCodecContext>?
    do {
      made = try allocated(avcodec_alloc_context3(codec), "an encoder")
      encoder = try Self.open(
        try allocated(made, "an encoder"), codec, stream, options: options,
        hasGlobalHeader: hasGlobalHeader)
      fifo = try allocated(
        av_audio_fifo_alloc(
          encoder.pointee.sample_fmt, encoder.pointee.ch_layout.nb_channels, 4096),
        "a queue of sound")
    } catch {
      var decoder: UnsafeMutablePointer<AVCodecContext>? = decoder
      avcodec_free_context(&decoder)
      avcodec_free_context(&made)
      throw error
    }
    self.decoder = decoder
  }

  deinit {
    var contexts = [Optional(decoder), Optional(encoder)]
    for index in contexts.indices { avcodec_free_context(&contexts[index]) }
    av_audio_fifo_free(fifo)
    swr_free(&resampler)
  }

  /// The encoder that the options name.
  static func encoder(_ options: MovieWriterOptions) throws -> UnsafePointer<AVCodec> {
    let name = options.audioCodec ?? ""
    let byCodec = avcodec_descriptor_get_by_name(name).flatMap {
      avcodec_find_encoder($0.pointee.id)
    }
    guard let found = avcodec_find_encoder_by_name(name) ?? byCodec,
      found.pointee.type == AVMEDIA_TYPE_AUDIO
    else {
      throw MediaError(
        .noEncoder, "encode sound", "FFmpeg here has no sound encoder \(name); see ffmpeg -encoders"
      )
    }
    return found
  }

  private static func openDecoder(_ stream: UnsafeMutablePointer<AVStream>) throws
    -> UnsafeMutablePointer<AVCodecContext>
  {
    guard let codec = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id) else {
      throw MediaError(
        .unsupported, "decode stream \(stream.pointee.index)",
        "FFmpeg here has no decoder for \(stream.codecName)", status: cff_error_decoder_not_found)
    }
    var context: UnsafeMutablePointer<AVCodecContext>? = try allocated(
      avcodec_alloc_context3(codec), "a decoder")
    do {
      try check(
        avcodec_parameters_to_context(context, stream.pointee.codecpar), "decode sound")
      context?.pointee.pkt_timebase = stream.pointee.time_base
      cff_clear_log_error()
      try check(avcodec_open2(context, codec, nil), "decode sound", else: .unsupported)
      return try allocated(context, "a decoder")
    } catch {
      avcodec_free_context(&context)
      throw error
    }
  }

  private static func open(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>,
    _ stream: UnsafeMutablePointer<AVStream>, options: MovieWriterOptions,
    hasGlobalHeader: Bool
  ) throws -> UnsafeMutablePointer<AVCodecContext> {
    let name = String(cString: codec.pointee.name)
    try check(cff_choose_sound(context, codec, stream.pointee.codecpar), "encode with \(name)")
    if let rate = options.audioBitRate { context.pointee.bit_rate = Int64(rate) }
    if hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    cff_clear_log_error()
    let status = avcodec_open2(context, codec, nil)
    guard status >= 0 else {
      throw MediaError(
        status: status, "encode sound with \(name)", else: .encoderRefused,
        hint: "try another encoder (-c:a) or bit rate (-b:a)")
    }
    return context
  }

  // MARK: Samples

  /// Takes a packet whose times are moved already, and gives `deliver` the packets that come of it.
  func take(_ packet: Packet, deliver: (Packet) -> Void) throws {
    // What is damaged beyond decoding leaves a hole, which is filled.
    guard avcodec_send_packet(decoder, packet.pointer) >= 0 else { return }
    try decode(deliver)
  }

  /// Ends the sound, at the latest at `time`.
  func finish(at time: MediaTime?, deliver: (Packet) -> Void) throws {
    avcodec_send_packet(decoder, nil)
    try decode(deliver)
    if let resampler {
      try check(cff_resample(resampler, encoder, fifo, nil, 0, 0), "convert sound")
    }
    try encode(all: true, until: time, deliver)
    try check(avcodec_send_frame(encoder, nil), "encode with \(name)", else: .encoderRefused)
    try drain(deliver)
  }

  private func decode(_ deliver: (Packet) -> Void) throws {
    while avcodec_receive_frame(decoder, frame.pointer) >= 0 {
      try place(frame.pointer)
      try encode(all: false, until: nil, deliver)
    }
  }

  /// Puts the samples of a decoded frame where they belong.
  private func place(_ frame: UnsafeMutablePointer<AVFrame>) throws {
    try prepare(for: frame)
    let rate = frame.pointee.sample_rate
    let clock = AVRational(num: 1, den: rate)
    let time = MediaTime(frame.pointee.best_effort_timestamp, in: base)
    var begin = time?.ticks(in: clock) ?? next ?? 0
    if let next, abs(begin - next) <= tolerance(rate) { begin = next }
    var (first, last) = (begin, begin + Int64(frame.pointee.nb_samples))
    if let start = start?.ticks(in: clock) { first = max(first, start) }
    if let end = end?.ticks(in: clock) { last = min(last, end) }
    if let next { first = max(first, next) }
    guard first < last else { return }
    if let next {
      try fill(first - next, like: frame)
    } else {
      position = av_rescale_q(first, clock, encoder.pointee.time_base)
    }
    try add(frame, skip: first - begin, count: last - first)
    next = last
  }

  /// By how many samples a time may differ from the one expected: containers round.
  private func tolerance(_ rate: Int32) -> Int64 {
    max(Int64(rate) / 100, av_rescale_q(2, base, AVRational(num: 1, den: rate)))
  }

  private func prepare(for frame: UnsafeMutablePointer<AVFrame>) throws {
    let like = (
      rate: frame.pointee.sample_rate, format: frame.pointee.format,
      channels: frame.pointee.ch_layout.nb_channels
    )
    if let source, source == like { return }
    if let source, let sample = next {
      // What the old converter holds comes first; samples are counted anew.
      try check(cff_resample(resampler, encoder, fifo, nil, 0, 0), "convert sound")
      next = av_rescale(sample, Int64(like.rate), Int64(source.rate))
    }
    swr_free(&resampler)
    resampler = try allocated(cff_alloc_resampler(encoder, frame), "a converter of sound")
    source = like
  }

  private func add(_ frame: UnsafeMutablePointer<AVFrame>, skip: Int64, count: Int64) throws {
    try check(
      cff_resample(resampler, encoder, fifo, frame, Int32(skip), Int32(count)), "convert sound")
  }

  /// Adds silence.
  private func fill(_ count: Int64, like frame: UnsafeMutablePointer<AVFrame>) throws {
    guard count > 0 else { return }
    let silence = try FrameHandle()
    silence.pointer.pointee.nb_samples = 4096
    silence.pointer.pointee.format = frame.pointee.format
    silence.pointer.pointee.sample_rate = frame.pointee.sample_rate
    av_channel_layout_copy(&silence.pointer.pointee.ch_layout, &frame.pointee.ch_layout)
    try check(av_frame_get_buffer(silence.pointer, 0), "fill a hole in the sound")
    cff_silence(silence.pointer)
    var left = count
    while left > 0 {
      try add(silence.pointer, skip: 0, count: min(left, 4096))
      left -= 4096
    }
  }

  // MARK: Packets

  /// Encodes what fills a frame, or all there is, up to a time.
  private func encode(all: Bool, until time: MediaTime?, _ deliver: (Packet) -> Void) throws {
    let size = encoder.pointee.frame_size > 0 ? encoder.pointee.frame_size : 1024
    // Half of all times: sound that begins before zero is counted from there.
    let limit = time?.ticks(in: encoder.pointee.time_base) ?? .max / 2
    while true {
      let waiting = av_audio_fifo_size(fifo)
      guard waiting >= size || all && waiting > 0, position < limit else { return }
      let count = Int32(min(Int64(min(waiting, size)), limit - position))
      var sound: UnsafeMutablePointer<AVFrame>? = try allocated(
        cff_alloc_sound(encoder, count), "a frame of sound")
      defer { av_frame_free(&sound) }
      try check(cff_read_sound(fifo, sound), "queue sound")
      if isMuted.withLock({ $0 }) { cff_silence(sound) }
      sound?.pointee.pts = position
      position += Int64(count)
      cff_clear_log_error()
      try check(
        avcodec_send_frame(encoder, sound), "encode sound with \(name)", else: .encoderRefused)
      try drain(deliver)
    }
  }

  private func drain(_ deliver: (Packet) -> Void) throws {
    while true {
      let status = avcodec_receive_packet(encoder, packet.pointer)
      if status == cff_error_again || status == cff_error_eof { return }
      try check(status, "encode sound with \(name)", else: .encoderRefused)
      deliver(try Packet.taking(packet))
    }
  }
}
