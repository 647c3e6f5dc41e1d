internal import CFFmpeg
internal import VKCore

/// A stream of one of the inputs of a writer.
struct StreamID: Hashable {
  /// The input's number: 0 is the movie whose pictures are written.
  let input: Int
  /// The stream's number in it.
  let stream: Int
}

/// Hands the packets of one input to the muxer.
final class InputTracks: PacketSink {
  private let muxer: Muxer
  private let input: Int
  private let wanted: Set<Int>

  init(_ muxer: Muxer, input: Int, wanted: Set<Int>) {
    self.muxer = muxer
    self.input = input
    self.wanted = wanted
  }

  func wants(stream index: Int) -> Bool { wanted.contains(index) }

  func accept(_ packet: Packet, stream index: Int) {
    muxer.accept(packet, of: StreamID(input: input, stream: index))
  }

  func reached(_ time: MediaTime) { muxer.reached(time, input: input) }

  func endOfPackets(at time: MediaTime?) { muxer.endOfPackets(at: time, input: input) }
}
