internal import CFFmpeg
internal import Glibc
internal import VKCore

/// Turns the packets of one stream into frames.
///
/// SAFETY: one thread uses a decoder; FFmpeg's worker threads stay behind its interface.
final class VideoDecoder: @unchecked Sendable {
  /// What came of asking for a frame.
  enum Result {
    /// The next frame is in `frame`.
    case frame
    /// Another packet, or the end, must be sent first.
    case needsPacket
    /// A frame was lost to damage.
    case damaged
    /// All frames have been given out.
    case end
  }

  /// Where frames arrive.
  let frame: FrameHandle
  /// What was wrong with the last thing that was damaged.
  private(set) var complaint: String?
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let allocator: FrameAllocator
  private let name: String

  init(_ demuxer: Demuxer, options: MovieOptions, allocator: FrameAllocator) throws {
    frame = try FrameHandle()
    self.allocator = allocator
    name = String(cString: demuxer.decoder.pointee.name)
    context = try allocated(avcodec_alloc_context3(demuxer.decoder), "a decoder")
    try check(
      avcodec_parameters_to_context(context, demuxer.stream.pointee.codecpar), "decode \(name)")
    context.pointee.pkt_timebase = demuxer.stream.pointee.time_base
    // A picture by itself is done at once, and complains on this thread.
    let isStill = demuxer.isPictures && demuxer.sequence == nil
    context.pointee.thread_count = isStill ? 1 : Int32(options.threads)
    // Without it the decoder moves a crop to an aligned column.
    context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
    allocator.attach(to: context)
    var list = OptionList(options.decoderOptions)
    cff_clear_log_error()
    try check(
      avcodec_open2(context, demuxer.decoder, &list.dictionary), "open the decoder \(name)",
      else: .unsupported)
    if let unknown = list.left.first {
      throw MediaError(.usage, "open the decoder \(name)", "it takes no option \(unknown)")
    }
  }

  /// A decoder for pictures that come whole, one by one: what is damaged gives none.
  init(_ name: String, allocator: FrameAllocator) throws {
    frame = try FrameHandle()
    self.allocator = allocator
    self.name = name
    guard let codec = avcodec_find_decoder_by_name(name) else {
      throw MediaError(.unsupported, "open the decoder \(name)", "FFmpeg here does not have it")
    }
    context = try allocated(avcodec_alloc_context3(codec), "a decoder")
    // More threads would hold pictures back.
    context.pointee.thread_count = 1
    context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED | AV_CODEC_FLAG_LOW_DELAY
    context.pointee.err_recognition = AV_EF_EXPLODE | AV_EF_BITSTREAM | AV_EF_BUFFER
    allocator.attach(to: context)
    try check(avcodec_open2(context, codec, nil), "open the decoder \(name)", else: .unsupported)
  }

  // Runs too when the initialiser throws once all is set.
  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Gives the decoder a packet, nil for the end; false when it is damaged beyond use.
  func send(_ packet: Packet?) throws -> Bool {
    cff_clear_log_error()
    return try accept(avcodec_send_packet(context, packet?.pointer))
  }

  /// Takes the next frame in the order of showing.
  func receive() throws -> Result {
    let status = avcodec_receive_frame(context, frame.pointer)
    if status == cff_error(EAGAIN) { return .needsPacket }
    if status == cff_error_eof { return .end }
    return try accept(status) ? .frame : .damaged
  }

  /// Forgets everything, for packets from another place.
  func reset() { avcodec_flush_buffers(context) }

  private func accept(_ status: Int32) throws -> Bool {
    if status >= 0 || status == cff_error_eof { return true }
    let logged = String(cString: cff_last_log_error())
    complaint = logged.isEmpty ? statusText(status) : logged
    if let failure = allocator.failure { throw failure }
    if status == cff_error(ENOMEM) {
      throw MediaError(status: status, "decode \(name)", else: .outOfMemory)
    }
    return false
  }
}
