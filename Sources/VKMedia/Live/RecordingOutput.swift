internal import CFFmpeg
internal import VKCore

/// Records a live stream into a file while it is sent elsewhere: the same packets, all of them.
///
/// The file grows beside its final name and is renamed when it is complete.
package final class RecordingOutput: PacketReceiver {
  package let needs: EncodingNeeds
  /// Where the file goes.
  package let path: String
  private let format: OutputFormat
  private let place: OutputPlace
  private let limit = IOLimit(StopSignal(), patience: .infinity)
  private let queue = BoundedQueue<EncodedPacket>(capacity: 1 << 14)
  private let result = Locked<Result<Void, any Error>?>(nil)
  private let hasBegun = Locked(false)

  /// Gets ready to record.
  ///
  /// - Throws: `MediaError` when the file may not or cannot be made.
  package init(_ path: String, format: String? = nil, overwrite: Bool = false) throws {
    MediaLog.prepare()
    var options = MovieWriterOptions()
    options.format = format
    self.format = OutputFormat(
      pointer: try MovieWriter.format(for: path, like: nil, options: options))
    self.path = path
    place = try OutputPlace(
      path, muxer: String(cString: self.format.pointer.pointee.name), overwrite: overwrite,
      inputs: [], firstNumber: 1)
    needs = EncodingNeeds(holding: self.format.pointer)
  }

  /// How it ended; nil while it goes on.
  package var outcome: Result<Void, any Error>? { result.withLock { $0 } }

  package func begin(_ stream: EncodedStream, control: any EncoderControl) {
    hasBegun.withLock { $0 = true }
    _ = WorkerThread { [self] in
      let outcome = Result { try record(stream) }
      if case .failure = outcome { place.discard(complete: 0) }
      queue.cancel()
      result.signal { $0 = outcome }
    }
  }

  // A disk that stands still for minutes fills the queue; then the stream goes on and the file is not whole.
  package func take(_ packet: EncodedPacket) {
    guard queue.count < queue.capacity else {
      let error = MediaError(.io, "write \(path)", "the disk does not take it in time")
      return queue.fail(error)
    }
    queue.push(packet)
  }

  package func finish() {
    queue.close()
    guard hasBegun.withLock({ $0 }) else { return place.discard(complete: 0) }
    if result.wait(seconds: 20, for: { $0 }) == nil { limit.stop.raise() }
    _ = result.wait(seconds: 5) { $0 }
  }

  /// Takes the unfinished file away, from any thread.
  package func discard() { place.discard(complete: 0) }

  private func record(_ stream: EncodedStream) throws {
    let container = try LiveContainer(
      place, format: format.pointer, stream: stream, options: [:], isInterleaved: true, limit: limit
    )
    while let packet = try queue.pop() { try container.write(packet, from: .zero) }
    try container.finish()
    try place.publish()
  }
}
