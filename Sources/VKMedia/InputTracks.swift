internal import CFFmpeg
internal import VKCore

/// A stream of one of the inputs of a writer.
struct StreamID: Hashable {
  /// The input's number: 0 is the movie whose pictures are written.
  let input: Int
  /// The stream's number in it.
  let stream: Int
}

/// Hands the packets of one input to the muxer, as they are or encoded anew.
final class InputTracks: PacketSink {
  private let muxer: Muxer
  private let input: Int
  private let copied: Set<Int>
  private let encoded: [Int: AudioTranscoder]

  init(_ muxer: Muxer, input: Int, copied: Set<Int>, encoded: [Int: AudioTranscoder]) {
    self.muxer = muxer
    self.input = input
    self.copied = copied
    self.encoded = encoded
  }

  func wants(stream index: Int) -> Bool { copied.contains(index) }

  func lead(stream index: Int) -> MediaTime {
    encoded[index] == nil ? .zero : AudioTranscoder.lead
  }

  func accept(_ packet: Packet, stream index: Int) {
    let id = StreamID(input: input, stream: index)
    guard let transcoder = encoded[index] else { return muxer.accept(packet, of: id) }
    do {
      try transcoder.take(packet) { muxer.accept($0, of: id) }
    } catch {
      muxer.fail(error)
    }
  }

  func reached(_ time: MediaTime) { muxer.reached(time, input: input) }

  func endOfPackets(at time: MediaTime?) {
    for (index, transcoder) in encoded {
      let id = StreamID(input: input, stream: index)
      do {
        try transcoder.finish(at: time) { muxer.accept($0, of: id) }
      } catch {
        muxer.fail(error)
      }
    }
    muxer.endOfPackets(at: time, input: input)
  }
}
