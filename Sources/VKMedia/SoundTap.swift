internal import CFFmpeg
internal import Glibc
package import VKCore

/// A movie's best sound as 32-bit floats, channels in turn, to be heard while the movie's pictures are seen.
///
/// What is given comes in order and without holes, at the frames' time. A file is opened a second time and read by a thread of
/// its own, for its sound may lie far from the pictures that it belongs to; of pipes and streams it is taken as it passes.
package final class SoundTap: PacketSink {
  /// Samples a second.
  package let rate: Int
  /// Channels, in FFmpeg's order.
  package let channels: Int
  private let index: Int
  private let base: AVRational
  private let transcoder: AudioTranscoder
  /// The file, where it is read for the sound alone.
  private let file: StreamSource?
  private let origin: MediaTime
  private let receive: @Sendable (UnsafeRawBufferPointer, MediaTime) -> Void
  /// Why there is no more sound.
  private let failure = Locked<(any Error)?>(nil)
  private let isClosed = Locked(false)
  private let hasEnded = Locked(false)

  /// Takes the sound of a movie that is not being read yet; nil when it has none.
  ///
  /// - Parameters:
  ///   - movie: the movie.
  ///   - receive: takes samples and the first one's time.
  /// - Throws: `MediaError` when FFmpeg here cannot decode the sound.
  package init?(
    _ movie: MovieFile, receive: @escaping @Sendable (UnsafeRawBufferPointer, MediaTime) -> Void
  ) throws {
    file =
      isRegularFile(movie.path) ? try StreamSource(movie.path, options: movie.options) : nil
    let context = file?.context ?? movie.demuxer.context
    let pictures = file == nil ? movie.demuxer.stream.pointee.index : -1
    let found = av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, pictures, nil, 0)
    guard found >= 0, let stream = context.pointee.streams[Int(found)] else { return nil }
    var options = MovieWriterOptions()
    options.audioCodec = "pcm_f32le"
    let part = movie.part
    transcoder = try AudioTranscoder(
      stream, options: options, hasGlobalHeader: false, start: part.start, end: part.end)
    index = Int(found)
    origin = movie.origin
    rate = Int(transcoder.encoder.pointee.sample_rate)
    channels = Int(transcoder.encoder.pointee.ch_layout.nb_channels)
    base = transcoder.encoder.pointee.time_base
    self.receive = receive
    if file == nil { movie.attach(self) }
  }

  /// Begins to read a file; `secondsAhead` says how much sound waits to be heard.
  package func start(secondsAhead: @escaping @Sendable () -> Double) {
    guard let file else { return }
    _ = WorkerThread { [self] in
      attempt {
        var until = origin
        while !file.hasEnded, !isClosed.withLock({ $0 }), error == nil {
          until = until + MediaTime(value: 1, timescale: 4)
          try file.read(until: until, origin: origin, into: self)
          while secondsAhead() > 1, !isClosed.withLock({ $0 }) {
            _ = isClosed.wait(seconds: 0.1) { $0 ? true : nil }
          }
        }
      }
    }
  }

  /// Ends reading.
  package func close() { isClosed.signal { $0 = true } }

  /// What went wrong on the way; the pictures go on without sound.
  package var error: (any Error)? { failure.withLock { $0 } }

  /// Whether all sound was given.
  package var isFinished: Bool { hasEnded.withLock { $0 } || error != nil }

  func wants(stream index: Int) -> Bool { index == self.index }
  func lead(stream index: Int) -> MediaTime { AudioTranscoder.lead }
  func reached(_ time: MediaTime) {}

  func accept(_ packet: Packet, stream index: Int) {
    attempt { try transcoder.take(packet, deliver: deliver) }
  }

  func endOfPackets(at time: MediaTime?) {
    attempt { try transcoder.finish(at: time, deliver: deliver) }
    hasEnded.withLock { $0 = true }
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

/// Whether a path is that of a file which can be read as often as one likes.
package func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
