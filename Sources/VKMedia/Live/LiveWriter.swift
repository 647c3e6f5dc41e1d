internal import CFFmpeg
package import VKCore
package import VKPipeline

/// Encodes frames as they come, once, with sound, and hands the packets to every output.
///
/// No output holds up the encoder. The consumer's methods are called from one thread, all else from any.
///
/// SAFETY: `session` is used by the one thread that feeds the consumer; all else is immutable or locked.
package final class LiveWriter: ImageConsumer, @unchecked Sendable {
  /// What happened so far.
  package struct Statistics: Sendable {
    /// Frames that came.
    package var framesReceived = 0
    /// Frames that were encoded, once each, whatever the number of outputs.
    package var framesEncoded = 0
    /// Frames left out because their time was not after the one before.
    package var framesDropped = 0
    /// Frames left out while the stream was paused.
    package var framesPaused = 0
    /// Pictures that decoding can begin with.
    package var keyFrames = 0
    /// Whole pictures that the processor converted for the encoder.
    package var copiesOnCPU = 0
    /// Bits of pictures a second that the encoder aims at now.
    package var bitRate = 0
    /// FFmpeg's name of the encoder.
    package var encoder = ""
    /// What the user should know, each said once.
    package var warnings: [String] = []
  }

  private struct Session {
    var format: StreamFormat?
    var frames = PixelFormat.i420
    var stored = AV_PIX_FMT_NONE
    var colors: OutputColors?
    var encoder: VideoEncoder?
    var zero: MediaTime?
    var end: MediaTime?
    var lastKey: MediaTime?
  }

  let options: LiveEncoding
  private let receivers: [any PacketReceiver]
  private let codec: String
  private let isBaseline: Bool
  private let container: OutputFormat
  private let sound: LiveSoundTrack?
  private let rates: EncoderRates
  private let handOver: HandOver
  private let counts = Locked(Statistics())
  private let isLive = Locked(false)
  private let pausing = Locked(false)
  private let hasEnded = Locked(false)
  private let isOver = Locked(false)
  private var session = Session()

  /// Gets ready to encode for outputs.
  ///
  /// - Throws: `MediaError` when they have no codec in common, or there is no encoder.
  package init(
    _ receivers: [any PacketReceiver], sound: LiveSound?, options: LiveEncoding = LiveEncoding()
  ) throws {
    MediaLog.prepare()
    self.receivers = receivers
    self.options = options
    let lists = receivers.map(\.needs.pictures)
    codec =
      try options.codec.map { try Self.codec(of: $0, for: lists) }
      ?? LiveEncoding.common(lists, of: "pictures")
    isBaseline = receivers.contains { $0.needs.isBaseline }
    guard let format = av_guess_format("matroska", nil, nil) else {
      throw MediaError(.unsupported, "publish", "FFmpeg here has no Matroska")
    }
    container = OutputFormat(pointer: format)
    rates = EncoderRates()
    let handOver = HandOver(receivers)
    self.handOver = handOver
    self.sound = try sound.flatMap { sound in
      let lists = receivers.map(\.needs.sound)
      let name =
        try options.audioCodec
        ?? LiveEncoding.encoders(of: LiveEncoding.common(lists, of: "sound"))[0]
      return try LiveSoundTrack(sound, encoder: name, bitRate: options.audioBitRate) {
        handOver.pass($0)
      }
    }
  }

  private static func codec(of encoder: String, for lists: [[String]]) throws -> String {
    guard let found = avcodec_find_encoder_by_name(encoder),
      found.pointee.type == AVMEDIA_TYPE_VIDEO
    else {
      throw MediaError(
        .noEncoder, "publish", "FFmpeg here has no video encoder \(encoder); see ffmpeg -encoders")
    }
    let codec = String(cString: avcodec_get_name(found.pointee.id))
    // Of others the container decides.
    if EncodingNeeds.codecs.contains(codec), let list = lists.first(where: { !$0.contains(codec) })
    {
      throw MediaError(
        .usage, "publish",
        "\(encoder) makes \(codec), and one of the outputs takes \(list.joined(separator: ", "))")
    }
    return codec
  }

  /// What has happened so far.
  package var statistics: Statistics {
    var statistics = counts.withLock { $0 }
    statistics.bitRate = rates.current
    if let failure = sound?.failure {
      statistics.warnings.append("the sound ended early: \(failure)")
    }
    return statistics
  }

  /// Whether silence is sent in the sound's place.
  package var isMuted: Bool {
    get { sound?.isMuted ?? false }
    set { sound?.isMuted = newValue }
  }

  /// Whether pictures are left out; time goes on without them.
  package var isPaused: Bool {
    get { pausing.withLock { $0 } }
    set { pausing.withLock { $0 = newValue } }
  }

  /// Whether every output has ended.
  package var isFinished: Bool { isOver.withLock { $0 } }

  /// Whether there is sound.
  package var hasSound: Bool { sound != nil }

  package var acceptsStills: Bool { options.acceptsStills }
  package var acceptsSizeChanges: Bool { false }
  package var keepsInterruptedStreams: Bool { true }
  package var latePolicy: LatePolicy {
    options.latePolicy ?? (isLive.withLock { $0 } ? .dropLate : .keepAll)
  }

  private func warn(_ text: String) {
    counts.withLock { if !$0.warnings.contains(text) { $0.warnings.append(text) } }
  }

  /// Asks for pictures in the format that the encoder takes and every player shows: 8 bits, 4:2:0.
  package func prepare(for format: StreamFormat) throws -> PixelFormat {
    guard session.format == nil else { return session.frames }
    session.format = format
    isLive.withLock { $0 = format.isLive }
    var writing = MovieWriterOptions()
    writing.codec = options.codec ?? LiveEncoding.encoders(of: codec).last
    writing.pixelFormat = "yuv420p|nv12"
    writing.bitRate = options.bits(for: format.size, at: options.rate(of: format))
    let plan = try EncoderPlan(format: container.pointer, path: "", options: writing)
    (session.frames, session.stored) = try plan.formats(for: StreamShape(format))
    let colors = OutputColors(
      format, frames: session.frames, stored: session.stored, codec: plan.codec,
      said: .unspecified)
    session.colors = colors
    colors.warnings.forEach(warn)
    // Before the first frame, which would else be late, and those behind it.
    var picture = try PixelBuffer(
      format: session.frames, size: format.size,
      colorSpace: format.colorSpace(storedAs: session.frames).overridden(by: colors.wanted))
    picture.pixelAspectRatio = format.pixelAspectRatio
    session.encoder = try openEncoder(like: picture)
    return session.frames
  }

  package func colorSpace(
    for format: StreamFormat, storedAs pixelFormat: PixelFormat
  ) -> ColorSpace {
    colors(
      of: format, after: session.format, storedAs: session.frames,
      wanted: session.colors?.wanted ?? .unspecified)
  }

  /// Encodes a frame; the first one opens the encoder and begins the outputs, and its time is the stream's zero.
  ///
  /// - Throws: `MediaError` when the encoder refuses it.
  package func consume(_ frame: Frame) throws {
    counts.withLock { $0.framesReceived += 1 }
    if isPaused { return counts.withLock { $0.framesPaused += 1 } }
    let own = frame.time ?? session.end.map { $0 + (session.zero ?? .zero) } ?? .zero
    let encoder = try begun(for: frame, at: own)
    let time = own - (session.zero ?? .zero)
    // A little beyond the pictures, so that no sound comes late.
    sound?.read(until: own + MediaTime(value: 1, timescale: 5))
    let interval = MediaTime(value: Int64(options.keyFrameInterval * 1000), timescale: 1000)
    let isDue = session.lastKey.map { time - $0 >= interval } ?? true
    if rates.takeKeyFrameRequest() || isDue { encoder.forcesKeyFrame = true }
    if let rate = rates.takeChange() { encoder.setBitRate(rate, buffer: rate / 2) }
    let outcome = try encoder.encode(frame, at: time) { try deliver($0, of: encoder) }
    counts.withLock { counts in
      switch outcome {
      case .taken: counts.framesEncoded += 1
      case .converted:
        counts.framesEncoded += 1
        counts.copiesOnCPU += 1
      case .late: counts.framesDropped += 1
      }
    }
    session.end = frame.duration.map { time + $0 } ?? time
  }

  private func deliver(_ packet: Packet, of encoder: VideoEncoder) throws {
    let base = encoder.context.pointee.time_base
    guard let time = MediaTime(packet.pointer.pointee.pts, in: base) else { return }
    let isKey = packet.pointer.pointee.flags & AV_PKT_FLAG_KEY != 0
    if isKey {
      session.lastKey = time
      counts.withLock { $0.keyFrames += 1 }
    }
    handOver.pass(EncodedPacket(track: .pictures, time: time, isKey: isKey, packet: packet))
  }

  /// The encoder; with the first frame the outputs begin.
  private func begun(for frame: Frame, at time: MediaTime) throws -> VideoEncoder {
    if session.format == nil {
      _ = try prepare(
        for: StreamFormat(
          size: frame.pixelBuffer.size, pixelFormat: frame.pixelBuffer.format,
          colorSpace: frame.pixelBuffer.colorSpace))
    }
    let opened = try session.encoder ?? openEncoder(like: frame.pixelBuffer)
    guard session.zero == nil else { return opened }
    let parameters = try EncodedParameters(opened.context)
    let stream = EncodedStream(pictures: parameters, sound: sound?.parameters)
    (session.encoder, session.zero) = (opened, time)
    for receiver in receivers {
      receiver.begin(stream, control: OutputControl(rates))
    }
    sound?.begin(at: time)
    return opened
  }

  /// The first encoder that opens: those in hardware are there on few machines.
  private func openEncoder(like picture: PixelBuffer) throws -> VideoEncoder {
    let size = picture.size
    let rate = options.rate(of: session.format)
    let bits = options.bits(for: size, at: rate)
    rates.begin(with: bits)
    var refusal: (any Error)?
    for name in options.codec.map({ [$0] }) ?? LiveEncoding.encoders(of: codec) {
      guard let encoder = avcodec_find_encoder_by_name(name) else { continue }
      let setup = VideoEncoder.Setup(
        encoder: encoder,
        options: options.settings(of: name, isBaseline: isBaseline, bits: bits),
        stored: session.stored,
        // The clock of RTP and of MPEG-TS; all usual rates lie on it.
        timeBase: AVRational(num: 1, den: 90000), frameRate: AVRational(num: rate.0, den: rate.1),
        threads: 0, bitRate: bits, hasGlobalHeader: true, isPicture: false,
        color: session.colors?.tags(of: picture) ?? picture.colorSpace,
        fieldOrder: .progressive)
      do {
        let opened = try VideoEncoder(setup, like: picture)
        counts.withLock { $0.encoder = name }
        return opened
      } catch {
        refusal = error
      }
    }
    throw refusal ?? MediaError(.noEncoder, "publish", "FFmpeg here has no encoder of \(codec)")
  }

  /// Sends what is left and ends every output; the first call counts.
  package func finish(error: (any Error)?) throws {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    guard isFirst else { return }
    sound?.finish(at: session.end.map { $0 + (session.zero ?? .zero) })
    if let encoder = session.encoder {
      try? encoder.finish { try deliver($0, of: encoder) }
    }
    for receiver in receivers { receiver.finish() }
    isOver.withLock { $0 = true }
    if let error { throw error }
  }
}

/// Hands packets to outputs, one at a time.
private final class HandOver: Sendable {
  private let receivers: Locked<[any PacketReceiver]>

  init(_ receivers: [any PacketReceiver]) { self.receivers = Locked(receivers) }

  func pass(_ packet: EncodedPacket) {
    receivers.withLock { receivers in
      for receiver in receivers { receiver.take(packet) }
    }
  }
}

/// Tries whether somebody listens at a port.
///
/// - Throws: `MediaError` within five seconds when nobody does.
package func reach(_ host: String, port: Int) throws {
  MediaLog.prepare()
  let limit = IOLimit(StopSignal(), patience: 4.5)
  limit.allow()
  let url = "tcp://\(host):\(port)"
  var callback = limit.interruptCallback
  var connection: UnsafeMutablePointer<AVIOContext>?
  let status = avio_open2(&connection, url, AVIO_FLAG_READ_WRITE, &callback, nil)
  avio_closep(&connection)
  try limit.check(status, "connect to \(host):\(port)")
  try check(status, "connect to \(host):\(port)", else: .io)
}
