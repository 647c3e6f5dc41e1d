internal import CFFmpeg
internal import VKCore

/// Where the sound of a live stream comes from.
package enum LiveSound: Sendable {
  /// The movie whose pictures are sent; it must not be being read yet.
  case movie(MovieFile)
  /// A device.
  case device(SoundInput)
  /// Another file.
  case file(StreamSource)
}

/// The sound of a live stream on its way from its source through the encoder.
///
/// Thread-safe: packets come from the source's thread, all else from the one that feeds the pictures.
final class LiveSoundTrack: PacketSink {
  private struct State {
    /// Packets that came before the pictures began.
    var early: [EncodedPacket] = []
    /// What is taken off all times; nil while that is not known.
    var zero: MediaTime?
    var failure: (any Error)?
  }

  let parameters: EncodedParameters
  private let index: Int
  private let transcoder: AudioTranscoder
  private let feeder: (any StreamFeeder & Sendable)?
  private let deliver: @Sendable (EncodedPacket) -> Void
  private let state = Locked(State())

  /// Opens the encoder; nil when a movie has no sound.
  ///
  /// - Throws: `MediaError` when there is no sound in what was named, or no encoder for it.
  init?(
    _ sound: LiveSound, encoder: String, bitRate: Int?,
    deliver: @escaping @Sendable (EncodedPacket) -> Void
  ) throws {
    let context: UnsafeMutablePointer<AVFormatContext>
    switch sound {
    case .movie(let movie): (context, feeder) = (movie.demuxer.context, nil)
    case .device(let input): (context, feeder) = (input.context, input)
    case .file(let file): (context, feeder) = (file.context, file)
    }
    let found = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard found >= 0, let stream = context.pointee.streams[Int(found)] else {
      guard case .movie = sound else {
        throw MediaError(.usage, "publish", "there is no sound in \(feeder?.path ?? "it")")
      }
      return nil
    }
    var options = MovieWriterOptions()
    (options.audioCodec, options.audioBitRate) = (encoder, bitRate)
    transcoder = try AudioTranscoder(stream, options: options, hasGlobalHeader: true)
    parameters = try EncodedParameters(transcoder.encoder)
    index = Int(found)
    self.deliver = deliver
    if case .movie(let movie) = sound { movie.attach(self) }
  }

  /// Puts silence in the sound's place, or lets it be heard again.
  var isMuted: Bool {
    get { transcoder.isMuted.withLock { $0 } }
    set { transcoder.isMuted.withLock { $0 = newValue } }
  }

  /// What went wrong; the pictures go on without sound.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Says when the pictures begin: what came before is let go, and the rest follows.
  func begin(at zero: MediaTime) {
    let now = MediaTime(value: monotonicMicroseconds(), timescale: 1_000_000)
    (feeder as? SoundInput)?.countUsually(from: now - zero)
    let early = state.withLock { state in
      state.zero = zero
      defer { state.early = [] }
      return state.early
    }
    early.forEach { pass($0, zero: zero) }
  }

  /// Reads on until `time`, where this is what reads.
  func read(until time: MediaTime) {
    guard let feeder, !feeder.hasEnded, failure == nil else { return }
    attempt { try feeder.read(until: time, origin: .zero, into: self) }
  }

  /// Ends the sound with the pictures.
  func finish(at time: MediaTime?) {
    if let feeder {
      if !feeder.hasEnded { attempt { try feeder.finish(at: time, origin: .zero, into: self) } }
      endOfPackets(at: time)
    }
  }

  func wants(stream index: Int) -> Bool { index == self.index }
  func lead(stream index: Int) -> MediaTime { .zero }
  func reached(_ time: MediaTime) {}

  func accept(_ packet: Packet, stream index: Int) {
    guard index == self.index else { return }
    attempt { try transcoder.take(packet, deliver: encoded) }
  }

  func endOfPackets(at time: MediaTime?) {
    attempt { try transcoder.finish(at: time, deliver: encoded) }
  }

  private func attempt(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do { try body() } catch { state.withLock { $0.failure = error } }
  }

  private func encoded(_ packet: Packet) {
    guard let time = MediaTime(packet.pointer.pointee.pts, in: parameters.base) else { return }
    let sound = EncodedPacket(track: .sound, time: time, isKey: true, packet: packet)
    let zero = state.withLock { state -> MediaTime? in
      if state.zero == nil { state.early.append(sound) }
      return state.zero
    }
    if let zero { pass(sound, zero: zero) }
  }

  private func pass(_ packet: EncodedPacket, zero: MediaTime) {
    // What an encoder puts before the beginning is not to be heard.
    guard packet.time >= zero, let shift = zero.ticks(in: parameters.base) else { return }
    packet.packet.pointer.pointee.pts -= shift
    packet.packet.pointer.pointee.dts -= shift
    deliver(
      EncodedPacket(
        track: .sound, time: packet.time - zero, isKey: true, packet: packet.packet))
  }
}
