internal import CFFmpeg
internal import Glibc
internal import VKCore

/// Turns frames into packets; reads pictures where they lie.
///
/// SAFETY: one thread uses an encoder; FFmpeg's worker threads stay behind its interface.
final class VideoEncoder: @unchecked Sendable {
  let context: UnsafeMutablePointer<AVCodecContext>
  private let name: String
  private let stored: AVPixelFormat
  /// The size of the pictures that it takes.
  let size: Size
  /// Whether each packet becomes the file of a picture.
  private let isPicture: Bool
  /// How it keeps the order of fields.
  let fieldKeeping: FieldKeeping
  private let converter = PixelConverter()
  private let quantizer = PaletteQuantizer()
  private let packet: Packet
  /// How long frames that are in the encoder stay, by their tick.
  private var durations: [Int64: Int64] = [:]
  /// What is to be put into the files of pictures that are in the encoder, by their tick.
  private var labels: [Int64: PictureLabel] = [:]
  private var lastLabel: PictureLabel?
  private var lastTick: Int64?
  /// Whether the next picture is one that decoding can begin with.
  var forcesKeyFrame = false

  /// What an encoder is made for.
  struct Setup {
    var encoder: UnsafePointer<AVCodec>
    var options: [String: String]
    var stored: AVPixelFormat
    var timeBase: AVRational
    var frameRate: AVRational
    var threads: Int
    var bitRate: Int?
    var hasGlobalHeader: Bool
    var isPicture: Bool
    var color: ColorSpace
    var fieldOrder: FieldOrder
  }

  init(_ setup: Setup, like buffer: PixelBuffer) throws {
    name = String(cString: setup.encoder.pointee.name)
    stored = setup.stored
    size = buffer.size
    isPicture = setup.isPicture
    fieldKeeping = FieldKeeping(setup.encoder.pointee.id, stored: stored, height: size.height)
    packet = try Packet()
    context = try allocated(avcodec_alloc_context3(setup.encoder), "an encoder")
    configure(setup, buffer)
    var options = setup.options
    if let quality = options.removeValue(forKey: "qscale").flatMap(Double.init) {
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = Int32(Double(FF_QP2LAMBDA) * quality)
    }
    var list = OptionList(options)
    cff_clear_log_error()
    let status = avcodec_open2(context, setup.encoder, &list.dictionary)
    guard status >= 0 else {
      let format = pixelFormatName(stored) ?? "?"
      throw MediaError(
        status: status, "encode \(size) \(format) with \(name)", else: .encoderRefused,
        hint: "try another size (scale, crop, pad), -pix_fmt or -c:v")
    }
    if let unknown = list.left.first {
      throw MediaError(.usage, "encode with \(name)", "it takes no option \(unknown)")
    }
  }

  private func configure(_ setup: Setup, _ buffer: PixelBuffer) {
    context.pointee.width = Int32(buffer.size.width)
    context.pointee.height = Int32(buffer.size.height)
    context.pointee.pix_fmt = setup.stored
    context.pointee.time_base = setup.timeBase
    context.pointee.framerate = setup.frameRate
    // A JPEG file says that it is one together with the shape of its pixels.
    let shape = buffer.pixelAspectRatio
    let isJPEG = setup.encoder.pointee.id == AV_CODEC_ID_MJPEG
    context.pointee.sample_aspect_ratio =
      shape.0 > 0
      ? AVRational(num: shape.0, den: shape.1) : AVRational(num: isJPEG ? 1 : 0, den: 1)
    let tags = ColorTags(setup.color)
    context.pointee.colorspace = tags.matrix
    context.pointee.color_range = tags.range
    context.pointee.color_primaries = tags.primaries
    context.pointee.color_trc = tags.transfer
    context.pointee.chroma_sample_location = tags.location
    context.pointee.thread_count = Int32(setup.threads)
    context.pointee.field_order = setup.fieldOrder.streamOrder(for: setup.encoder.pointee.id)
    if setup.fieldOrder != .progressive, case .coding = fieldKeeping {
      context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT
    }
    if let bitRate = setup.bitRate { context.pointee.bit_rate = Int64(bitRate) }
    if setup.hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    // Y4M beyond 8 bits and MPEG-4 beyond the letter are only unofficial.
    context.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL
  }

  // Runs too when the initialiser throws once all is set.
  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// What became of a frame.
  enum Outcome {
    /// The encoder has it.
    case taken
    /// The encoder has a converted copy.
    case converted
    /// Its time is not after the last one's.
    case late
  }

  /// Gives the encoder a frame, and `deliver` the packets that come of it.
  func encode(
    _ frame: Frame, at time: MediaTime, deliver: (Packet) throws -> Void
  ) throws -> Outcome {
    let base = context.pointee.time_base
    guard let tick = time.ticks(in: base) else {
      throw MediaError(.encoderRefused, "encode with \(name)", "the time \(time) is out of range")
    }
    if let lastTick, tick <= lastTick { return .late }
    lastTick = tick
    let direct = PixelFormat(stored) == frame.pixelBuffer.format && !differs(frame.pixelBuffer)
    let picture = direct ? try reference(to: frame.pixelBuffer) : try converted(frame.pixelBuffer)
    if let sideData = frame.attachment as? FrameHandle {
      try check(av_frame_copy_props(picture.pointer, sideData.pointer), "keep a frame's side data")
      removeLightMetadata(
        of: picture.pointer, keepsStatic: frame.pixelBuffer.colorSpace.transfer.isHDR)
    }
    describe(picture.pointer, frame, tick: tick)
    if isPicture, let label = PictureLabel(frame, stored: stored) {
      label.removeOddProfile(from: picture.pointer)
      labels[tick] = label
    }
    try send(picture)
    try drain(deliver)
    return direct ? .taken : .converted
  }

  /// Whether the numbers mean something else than the stored format says by its name.
  private func differs(_ buffer: PixelBuffer) -> Bool {
    guard isFullRangeByName(stored) else { return false }
    // JPEG's matrix is that of BT.601.
    let color = buffer.colorSpace
    return color.range != .full
      || (color.matrix.lumaWeights != nil && color.matrix.lumaWeights?.red != 0.299)
  }

  private func describe(_ picture: UnsafeMutablePointer<AVFrame>, _ frame: Frame, tick: Int64) {
    picture.pointee.pts = tick
    picture.pointee.pkt_dts = cff_no_time
    picture.pointee.pict_type = forcesKeyFrame ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    forcesKeyFrame = false
    // Where the quality is fixed, encoders take it from the frame.
    picture.pointee.quality = context.pointee.global_quality
    picture.pointee.colorspace = context.pointee.colorspace
    picture.pointee.color_range = context.pointee.color_range
    picture.pointee.color_primaries = context.pointee.color_primaries
    picture.pointee.color_trc = context.pointee.color_trc
    picture.pointee.chroma_location = context.pointee.chroma_sample_location
    picture.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
    cff_frame_set_fields(
      picture, frame.fieldOrder == .progressive ? 0 : 1, frame.fieldOrder == .topFirst ? 1 : 0)
    let duration = frame.duration?.ticks(in: context.pointee.time_base) ?? 0
    cff_frame_set_duration(picture, duration)
    if duration > 0 { durations[tick] = duration }
  }

  /// A frame that reads out of `buffer` and keeps it alive.
  private func reference(to buffer: PixelBuffer) throws -> FrameHandle {
    let frame = try FrameHandle.over(buffer, format: stored)
    let owner = Unmanaged.passRetained(MemoryOwner(buffer.memory))
    frame.pointer.pointee.buf.0 = av_buffer_create(
      buffer.memory.baseAddress.assumingMemoryBound(to: UInt8.self), buffer.memory.length,
      { opaque, _ in if let opaque { Unmanaged<MemoryOwner>.fromOpaque(opaque).release() } },
      owner.toOpaque(), AV_BUFFER_FLAG_READONLY)
    if frame.pointer.pointee.buf.0 == nil {
      owner.release()
      throw MediaError(.outOfMemory, "encode with \(name)", "no memory is left")
    }
    return frame
  }

  private final class MemoryOwner: Sendable {
    let memory: any PixelMemory
    init(_ memory: any PixelMemory) { self.memory = memory }
  }

  private func converted(_ buffer: PixelBuffer) throws -> FrameHandle {
    let source = try FrameHandle.over(buffer, format: buffer.format.avFormat)
    let target = try FrameHandle()
    target.pointer.pointee.width = Int32(size.width)
    target.pointer.pointee.height = Int32(size.height)
    target.pointer.pointee.format = stored.rawValue
    try check(av_frame_get_buffer(target.pointer, 0), "allocate a picture", else: .outOfMemory)
    if stored == AV_PIX_FMT_PAL8 {
      quantizer.convert(buffer, to: target.pointer)
      return target
    }
    let tags = ColorSpace(
      ColorTags(
        matrix: context.pointee.colorspace, range: context.pointee.color_range,
        primaries: context.pointee.color_primaries, transfer: context.pointee.color_trc,
        location: context.pointee.chroma_sample_location), format: stored)
    try withExtendedLifetime(buffer) {
      try converter.convert(
        source.pointer, color: buffer.colorSpace, to: target.pointer, color: tags)
    }
    return target
  }

  /// Changes the bits a second, of encoders that can do that on the way; `buffer` is how many may come at once.
  func setBitRate(_ rate: Int, buffer: Int) {
    context.pointee.bit_rate = Int64(rate)
    context.pointee.rc_max_rate = Int64(rate)
    context.pointee.rc_buffer_size = Int32(clamping: buffer)
  }

  /// Gives the encoder the end, and `deliver` what is still in it.
  func finish(deliver: (Packet) throws -> Void) throws {
    try send(nil)
    try drain(deliver)
  }

  private func send(_ frame: FrameHandle?) throws {
    cff_clear_log_error()
    try check(
      avcodec_send_frame(context, frame?.pointer), "encode with \(name)", else: .encoderRefused)
  }

  private func drain(_ deliver: (Packet) throws -> Void) throws {
    while true {
      let status = avcodec_receive_packet(context, packet.pointer)
      if status == cff_error(EAGAIN) || status == cff_error_eof { return }
      try check(status, "encode with \(name)", else: .encoderRefused)
      let tick = packet.pointer.pointee.pts
      if let duration = durations.removeValue(forKey: tick) {
        packet.pointer.pointee.duration = duration
      }
      if packet.pointer.pointee.dts == cff_no_time { packet.pointer.pointee.dts = tick }
      // Moving pictures are one packet with the time of the last one.
      lastLabel = labels.removeValue(forKey: tick) ?? lastLabel
      try lastLabel?.attach(to: packet.pointer, codec: context.pointee.codec_id, size: size)
      try deliver(try Packet.taking(packet))
    }
  }
}
