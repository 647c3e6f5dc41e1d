internal import CFFmpeg
internal import VKCore

/// A container on its way to one place, from its header to its end.
///
/// SAFETY: one thread uses it.
final class LiveContainer: @unchecked Sendable {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let place: OutputPlace
  private let operation: String
  private let stream: EncodedStream
  private let limit: IOLimit
  /// Whether packets wait for those of the other track that belong before them.
  private let isInterleaved: Bool
  private var opensItself: Bool {
    context.pointee.oformat.pointee.flags & AVFMT_NOFILE != 0
  }
  private var lastTicks: [Int64?] = [nil, nil]

  /// Reaches the place and writes the header.
  ///
  /// `options` are the muxer's and the protocol's by FFmpeg's names.
  /// - Throws: `MediaError` when that fails.
  init(
    _ place: OutputPlace, format: UnsafePointer<AVOutputFormat>, stream: EncodedStream,
    options: [String: String], isInterleaved: Bool, limit: IOLimit
  ) throws {
    operation = "write \(place.path)"
    self.place = place
    self.stream = stream
    self.limit = limit
    self.isInterleaved = isInterleaved
    var made: UnsafeMutablePointer<AVFormatContext>?
    try check(
      avformat_alloc_output_context2(&made, format, nil, place.url), operation, else: .cannotCreate)
    context = try allocated(made, "a container")
    context.pointee.interrupt_callback = limit.interruptCallback
    // In microseconds: no longer waits a track for the other.
    context.pointee.max_interleave_delta = 500_000
    try open(options)
  }

  // Runs too when the initialiser throws once all is set.
  deinit {
    close()
    avformat_free_context(context)
  }

  private func open(_ options: [String: String]) throws {
    for parameters in [stream.pictures.parameters, stream.sound?.parameters].compactMap({ $0 }) {
      let track = try allocated(avformat_new_stream(context, nil), "a track")
      try check(
        avcodec_parameters_copy(track.pointee.codecpar, parameters.pointer), "describe a track")
      track.pointee.codecpar.pointee.codec_tag = 0
      track.pointee.time_base = parameters.base
    }
    var list = OptionList(options)
    cff_clear_log_error()
    if !opensItself {
      try place.open {
        var callback = limit.interruptCallback
        let status = avio_open2(
          &context.pointee.pb, place.url, AVIO_FLAG_WRITE, &callback, &list.dictionary)
        try limit.check(status, operation)
        try check(status, operation, else: .cannotCreate)
      }
    }
    let status = avformat_write_header(context, &list.dictionary)
    try limit.check(status, operation)
    try check(status, operation, else: .encoderRefused)
    if let unknown = list.left.first {
      throw MediaError(.usage, operation, "there is no option \(unknown) for it")
    }
  }

  private func close() {
    guard !opensItself else { return }
    avio_closep(&context.pointee.pb)
  }

  /// Writes a packet; `beginning` is taken off its time.
  ///
  /// - Throws: `MediaError` when the place is gone.
  func write(_ packet: EncodedPacket, from beginning: MediaTime) throws {
    let index = packet.track == .pictures ? 0 : 1
    guard
      let parameters =
        packet.track == .pictures ? stream.pictures.parameters : stream.sound?.parameters,
      let track = context.pointee.streams[index]
    else { return }
    let copy = try self.copy(packet)
    let shift = beginning.ticks(in: parameters.base) ?? 0
    copy.pointer.pointee.pts -= shift
    copy.pointer.pointee.dts -= shift
    av_packet_rescale_ts(copy.pointer, parameters.base, track.pointee.time_base)
    // Rounding to a coarser clock may let two times meet, which containers refuse.
    if let last = lastTicks[index], copy.pointer.pointee.dts <= last {
      copy.pointer.pointee.dts = last + 1
      copy.pointer.pointee.pts = max(copy.pointer.pointee.pts, last + 1)
    }
    lastTicks[index] = copy.pointer.pointee.dts
    copy.pointer.pointee.stream_index = Int32(index)
    cff_clear_log_error()
    var status =
      isInterleaved
      ? av_interleaved_write_frame(context, copy.pointer) : av_write_frame(context, copy.pointer)
    if status >= 0, !isInterleaved, let output = context.pointee.pb {
      avio_flush(output)
      status = output.pointee.error
    }
    try limit.check(status, operation)
    try check(status, operation)
  }

  /// The packet for this container alone; where decoding can begin, with what a decoder needs where the header is not for that.
  private func copy(_ packet: EncodedPacket) throws -> Packet {
    let source = packet.packet.pointer
    let copy = try Packet()
    let header = stream.pictures.parameters.pointer.pointee
    let isStart = packet.track == .pictures && packet.isKey && header.extradata_size > 0
    guard isStart, repeatsHeader else {
      try check(av_packet_ref(copy.pointer, source), operation)
      return copy
    }
    let size = Int(header.extradata_size)
    try check(av_new_packet(copy.pointer, source.pointee.size + header.extradata_size), operation)
    try check(av_packet_copy_props(copy.pointer, source), operation)
    copy.pointer.pointee.data.update(from: header.extradata, count: size)
    copy.pointer.pointee.data.advanced(by: size)
      .update(from: source.pointee.data, count: Int(source.pointee.size))
    return copy
  }

  /// Whether players may come in at any moment, without having seen a header.
  private var repeatsHeader: Bool {
    let name = String(cString: context.pointee.oformat.pointee.name)
    return ["h264", "hevc"].contains(stream.pictures.codec)
      && ["mpegts", "rtp", "rtp_mpegts", "rtsp", "hls"].contains(name)
  }

  /// What players of RTP must be told, in SDP.
  var sessionDescription: String {
    var text = [CChar](repeating: 0, count: 8192)
    var contexts = [Optional(context)]
    av_sdp_create(&contexts, 1, &text, Int32(text.count))
    return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Ends the container.
  ///
  /// - Throws: `MediaError` when what was left could not be written.
  func finish() throws {
    cff_clear_log_error()
    try check(av_write_trailer(context), operation)
    guard !opensItself else { return }
    try check(avio_closep(&context.pointee.pb), operation)
  }
}
