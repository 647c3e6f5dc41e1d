internal import CFFmpeg
package import VKCore

/// A packet of an encoder, shared by all outputs that it goes to.
package struct EncodedPacket: Sendable {
  /// What a packet holds.
  package enum Track: Sendable {
    case pictures
    case sound
  }

  /// What it holds.
  package let track: Track
  /// When it is shown or heard, counted from the beginning of the stream.
  package let time: MediaTime
  /// Whether decoding can begin with it.
  package let isKey: Bool
  let packet: Packet

  /// Gives the packet's bytes: of H.264 an access unit with start codes.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(packet) {
      try body(
        UnsafeRawBufferPointer(
          start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size)))
    }
  }
}

/// What the encoders of a stream give.
package struct EncodedStream: Sendable {
  /// The pictures.
  package struct Pictures: Sendable {
    /// FFmpeg's name of the codec: `h264`, `vp8`.
    package let codec: String
    /// Columns and rows.
    package let size: Size
    /// What a decoder needs before the first packet: of H.264 the parameter sets, with start codes.
    package let parameterSets: [UInt8]
    let parameters: EncodedParameters
  }

  /// The sound.
  package struct Sound: Sendable {
    /// FFmpeg's name of the codec: `aac`, `opus`.
    package let codec: String
    /// Samples a second.
    package let rate: Int
    /// Channels.
    package let channels: Int
    let parameters: EncodedParameters
  }

  /// The pictures.
  package let pictures: Pictures
  /// The sound; nil for none.
  package let sound: Sound?
}

/// What an output asks of the encoders.
package struct EncodingNeeds: Sendable {
  /// FFmpeg's names of the codecs of pictures that it takes, the best first.
  package var pictures: [String]
  /// FFmpeg's names of the codecs of sound that it takes, the best first; none where it takes no sound.
  package var sound: [String]
  /// Whether H.264 must be constrained baseline: what every browser decodes.
  package var isBaseline = false

  package init(pictures: [String], sound: [String], isBaseline: Bool = false) {
    self.pictures = pictures
    self.sound = sound
    self.isBaseline = isBaseline
  }
}

/// What an output may ask of a stream that runs.
package protocol EncoderControl: AnyObject, Sendable {
  /// Bits a second that the pictures are meant to have.
  var bitRate: Int { get }
  /// Makes the next picture one that decoding can begin with.
  func requestKeyFrame()
  /// Says how many bits of pictures a second get through; nil when as many as there are.
  func limit(bitsPerSecond: Int?)
}

/// Where the packets of a live stream go: a connection, a recording.
///
/// `begin` is called once, before any packet; packets come in the order of their decoding times within a track, from any thread,
/// one call at a time. No method but `finish` may wait.
package protocol PacketReceiver: AnyObject, Sendable {
  /// What it takes.
  var needs: EncodingNeeds { get }
  /// Says what will come.
  func begin(_ stream: EncodedStream, control: any EncoderControl)
  /// Takes a packet.
  func take(_ packet: EncodedPacket)
  /// Ends the stream and lets go of the connection; returns within seconds.
  func finish()
}
