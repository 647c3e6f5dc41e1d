internal import CFFmpeg
internal import Glibc
internal import VKCore

/// Sends a live stream to an address that FFmpeg knows: RTMP, SRT, RTSP, HLS, RTP, MPEG-TS over UDP or TCP.
///
/// A thread of its own connects and sends; what it cannot send in time is let go, and told.
package final class NetworkOutput: PacketReceiver {
  /// How it connects.
  package struct Settings: Sendable {
    /// The address.
    package var url: String
    /// FFmpeg's muxer; nil takes the protocol's usual one.
    package var format: String?
    /// Options of muxer and protocol by FFmpeg's names.
    package var options: [String: String] = [:]
    /// Takes the description that players of RTP need, in SDP.
    package var describe: (@Sendable (String) -> Void)?
    /// Whether a file that exists, a list of HLS, is replaced.
    package var overwrites = false
    /// Whether a connection that is lost, or cannot be had yet, is tried again and again.
    package var reconnects = false
    /// Seconds that the other side may take to answer or to read.
    package var patience = 4.5

    package init(url: String) { self.url = url }
  }

  /// What becomes of the connection.
  package enum State: Sendable {
    /// The other side takes the stream.
    case publishing
    /// The connection is lost, and is tried again in so many seconds.
    case lost(MediaError, retry: Double)
    /// It is over.
    case failed(MediaError)
    /// Less gets through than is sent.
    case congested
    /// It was ended here.
    case ended
  }

  package let needs: EncodingNeeds
  private let settings: Settings
  /// For muxer and protocol.
  private let options: [String: String]
  private let format: OutputFormat
  private let report: @Sendable (State) -> Void
  private let queue = PacketQueue(limit: MediaTime(value: 5, timescale: 1))
  private let limit: IOLimit
  private let control = Locked<(any EncoderControl)?>(nil)
  private let done = Locked(true)
  private let counts = Locked((sent: 0, bytes: 0, connections: 0))

  /// Gets ready to send; nothing is connected before the stream begins.
  ///
  /// - Throws: `MediaError` when the address or the format cannot be.
  package init(_ settings: Settings, report: @escaping @Sendable (State) -> Void) throws {
    MediaLog.prepare()
    self.settings = settings
    self.report = report
    limit = IOLimit(StopSignal(), patience: settings.patience)
    format = OutputFormat(pointer: try Self.format(settings))
    _ = try Self.place(settings, format)
    options = try Certificates.options(
      settings.options, for: settings.url,
      opensItself: format.pointer.pointee.flags & AVFMT_NOFILE != 0)
    needs = EncodingNeeds(holding: format.pointer)
  }

  private static func format(_ settings: Settings) throws -> UnsafePointer<AVOutputFormat> {
    let scheme = settings.url.prefix { $0 != ":" }.lowercased()
    let usual = NetworkScheme.named(scheme)?.format
    guard
      let found = av_guess_format(settings.format ?? usual, nil, nil)
        ?? av_guess_format(nil, settings.url, nil)
    else {
      throw MediaError(
        .usage, "publish \(settings.url)", "its name says no format; name one (-f mpegts)")
    }
    return found
  }

  /// Packets that were sent, their bytes, and how often the connection was made.
  package var sent: (packets: Int, bytes: Int, connections: Int) {
    counts.withLock { ($0.sent, $0.bytes, $0.connections) }
  }
  /// Pictures that were let go because they could not be sent in time.
  package var dropped: Int { queue.dropped }

  package func begin(_ stream: EncodedStream, control: any EncoderControl) {
    self.control.withLock { $0 = control }
    done.withLock { $0 = false }
    _ = WorkerThread { [self] in
      run(stream, control)
      done.signal { $0 = true }
    }
  }

  package func take(_ packet: EncodedPacket) {
    if !queue.push(packet) { control.withLock { $0 }?.requestKeyFrame() }
  }

  /// Sends what waits, for two seconds at most.
  package func finish() {
    queue.close()
    limit.allow(2)
    if done.wait(seconds: 2.5, for: { $0 ? true : nil }) == nil {
      limit.stop.raise()
      _ = done.wait(seconds: 1) { $0 ? true : nil }
    }
    control.withLock { $0 = nil }
  }

  private func run(_ stream: EncodedStream, _ control: any EncoderControl) {
    var backOff = BackOff()
    var connected = ContinuousClock.now
    while true {
      do {
        let container = try connect(stream)
        connected = .now
        backOff = BackOff()
        try send(container, control)
        limit.allow(2)
        try container.finish()
        return report(.ended)
      } catch {
        let error = told(error, after: ContinuousClock.now - connected)
        guard !queue.isClosed else { return report(end(by: error)) }
        guard settings.reconnects, error.code != .usage else {
          queue.close()
          return report(.failed(error))
        }
        queue.suspend()
        let pause = backOff.next()
        report(.lost(error, retry: pause))
        limit.stop.sleep(.milliseconds(Int(pause * 1000)))
        guard !queue.isClosed else { return report(end(by: error)) }
        queue.resume()
        control.requestKeyFrame()
      }
    }
  }

  /// What has become of a stream that is ended while there is no connection.
  private func end(by error: MediaError) -> State {
    sent.connections == 0 ? .failed(error) : .ended
  }

  /// The error, with what it means when the other side hangs up at once.
  private func told(_ error: any Error, after time: Duration) -> MediaError {
    guard let error = error as? MediaError else {
      return MediaError(.io, "publish \(settings.url)", "\(error)")
    }
    let hasPassphrase =
      settings.options["passphrase"] != nil || settings.url.contains("passphrase=")
    if settings.url.hasPrefix("srt:"), hasPassphrase, sent.connections == 0, error.code == .io {
      return MediaError(
        .io, error.operation,
        error.detail + "; nobody listens there, or not with this passphrase", status: error.status)
    }
    let isAtOnce = sent.connections > 0 && time < .seconds(1) && error.code != .timeout
    guard isAtOnce, error.status == cff_error(EPIPE) || error.status == cff_error(ECONNRESET) else {
      guard sent.connections > 0, error.code == .io else { return error }
      return MediaError(
        .lost, error.operation, "the other side is gone (\(error.detail))", status: error.status)
    }
    return MediaError(
      .permission, error.operation,
      "the server has hung up at once; it may not let this name or this user publish",
      status: error.status)
  }

  private static func place(_ settings: Settings, _ format: OutputFormat) throws -> OutputPlace {
    try OutputPlace(
      settings.url, muxer: String(cString: format.pointer.pointee.name),
      overwrite: settings.overwrites, inputs: [], firstNumber: 1)
  }

  private func connect(_ stream: EncodedStream) throws -> LiveContainer {
    limit.allow()
    var options = options
    let name = String(cString: format.pointer.pointee.name)
    // A live stream has no length that could be written at its beginning later.
    if name == "flv" { options["flvflags"] = options["flvflags"] ?? "no_duration_filesize" }
    var settings = settings
    settings.overwrites = settings.overwrites || sent.connections > 0
    let place = try Self.place(settings, format)
    let container = try LiveContainer(
      place, format: format.pointer, stream: stream, options: options,
      // MPEG-TS in RTP is one stream to its muxer, whose times must not go back.
      isInterleaved: name == "rtp_mpegts", limit: limit)
    settings.describe?(container.sessionDescription)
    counts.withLock { $0.connections += 1 }
    report(.publishing)
    return container
  }

  /// Sends packets until there are no more.
  private func send(_ container: LiveContainer, _ control: any EncoderControl) throws {
    var ladder = BitRateLadder()
    defer { control.limit(bitsPerSecond: nil) }
    var beginning: MediaTime?
    while let packet = queue.pop() {
      let first = beginning ?? packet.time
      beginning = first
      // Sound from before the first picture of a connection.
      guard packet.time >= first else { continue }
      limit.allow()
      try container.write(packet, from: first)
      counts.withLock { counts in
        counts.sent += 1
        counts.bytes += Int(packet.packet.pointer.pointee.size)
      }
      switch ladder.step(delay: queue.delay, at: packet.time) {
      case .stay: break
      case .down(let part):
        control.limit(bitsPerSecond: Int(Double(control.bitRate) * part))
        report(.congested)
      case .up(let part):
        control.limit(bitsPerSecond: part < 1 ? Int(Double(control.bitRate) * part) : nil)
        if part == 1 { report(.publishing) }
      }
    }
  }
}

/// How long to wait before trying again: longer each time.
package struct BackOff: Sendable {
  private var seconds = 0.5

  package init() {}

  /// The next pause in seconds: 0.5, 1, 2, 4, 8, then 10 each time.
  package mutating func next() -> Double {
    defer { seconds = min(seconds * 2, 10) }
    return seconds
  }
}

extension EncodingNeeds {
  /// FFmpeg's codecs of pictures that live streams are made of, the best understood first.
  private static let pictures: [(name: String, codec: AVCodecID)] = [
    ("h264", AV_CODEC_ID_H264), ("hevc", AV_CODEC_ID_HEVC), ("vp8", AV_CODEC_ID_VP8),
    ("vp9", AV_CODEC_ID_VP9), ("av1", AV_CODEC_ID_AV1), ("mpeg2video", AV_CODEC_ID_MPEG2VIDEO),
  ]
  /// FFmpeg's codecs of sound.
  private static let sounds: [(name: String, codec: AVCodecID)] = [
    ("aac", AV_CODEC_ID_AAC), ("opus", AV_CODEC_ID_OPUS), ("mp3", AV_CODEC_ID_MP3),
    ("mp2", AV_CODEC_ID_MP2),
  ]

  /// The names of the codecs of pictures.
  static var codecs: [String] { pictures.map(\.name) }

  /// What a container takes of what live streams are made of.
  init(holding format: UnsafePointer<AVOutputFormat>) {
    self.init(
      pictures: Self.pictures.filter { format.holds($0.codec) }.map(\.name),
      sound: Self.sounds.filter { format.holds($0.codec) }.map(\.name))
  }
}
