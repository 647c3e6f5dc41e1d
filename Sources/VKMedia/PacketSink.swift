internal import CFFmpeg
internal import VKCore

/// Takes the packets that are not decoded, on the thread that reads the input.
///
/// Times in packets are in their stream's own time base, moved as the frames' times are.
protocol PacketSink: AnyObject, Sendable {
  /// Whether packets of this stream are to be handed over.
  func wants(stream index: Int) -> Bool
  /// How much before the part that is read packets of this stream are wanted too.
  func lead(stream index: Int) -> MediaTime
  /// Takes a packet of a stream that is wanted.
  func accept(_ packet: Packet, stream index: Int)
  /// Says how far the input has been read: a packet of any stream with this decoding time was seen.
  func reached(_ time: MediaTime)
  /// Says that no packet follows, and, when reading ended early, at which time.
  func endOfPackets(at time: MediaTime?)
}
