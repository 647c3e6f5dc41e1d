internal import CFFmpeg
package import VKCore

/// A movie's best sound as 32-bit floats, channels in turn, to be heard while the movie's pictures are read.
///
/// What is given comes on the thread that reads the movie, in order and without holes, at the frames' time.
package final class SoundTap: PacketSink {
  /// Samples a second.
  package let rate: Int
  /// Channels, in FFmpeg's order.
  package let channels: Int
  private let index: Int
  private let base: AVRational
  private let transcoder: AudioTranscoder
  private let receive: @Sendable (UnsafeRawBufferPointer, MediaTime) -> Void
  /// Why there is no more sound.
  private let failure = Locked<(any Error)?>(nil)

  /// Takes the sound of a movie that is not being read yet; nil when it has none.
  ///
  /// - Parameters:
  ///   - movie: the movie.
  ///   - receive: takes samples and the first one's time.
  /// - Throws: `MediaError` when FFmpeg here cannot decode the sound.
  package init?(
    _ movie: MovieFile, receive: @escaping @Sendable (UnsafeRawBufferPointer, MediaTime) -> Void
  ) throws {
    let context = movie.demuxer.context
    let found = av_find_best_stream(
      context, AVMEDIA_TYPE_AUDIO, -1, movie.demuxer.stream.pointee.index, nil, 0)
    guard found >= 0, let stream = context.pointee.streams[Int(found)],
      let format = av_guess_format("wav", nil, nil)
    else { return nil }
    var options = MovieWriterOptions()
    options.audioCodec = "pcm_f32le"
    transcoder = try AudioTranscoder(
      stream, options: options, format: format, start: movie.part.start, end: movie.part.end)
    index = Int(found)
    rate = Int(transcoder.encoder.pointee.sample_rate)
    channels = Int(transcoder.encoder.pointee.ch_layout.nb_channels)
    base = transcoder.encoder.pointee.time_base
    self.receive = receive
    movie.attach(self)
  }

  /// What went wrong on the way; the pictures go on without sound.
  package var error: (any Error)? { failure.withLock { $0 } }

  func wants(stream index: Int) -> Bool { index == self.index }
  func lead(stream index: Int) -> MediaTime { AudioTranscoder.lead }
  func reached(_ time: MediaTime) {}

  func accept(_ packet: Packet, stream index: Int) {
    attempt { try transcoder.take(packet, deliver: deliver) }
  }

  func endOfPackets(at time: MediaTime?) {
    attempt { try transcoder.finish(at: time, deliver: deliver) }
  }

  private func attempt(_ body: () throws -> Void) {
    guard error == nil else { return }
    do { try body() } catch { failure.withLock { $0 = error } }
  }

  private func deliver(_ packet: Packet) {
    let bytes = UnsafeRawBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    receive(bytes, MediaTime(packet.pointer.pointee.pts, in: base) ?? .zero)
  }
}
