internal import CFFmpeg
internal import VKCore

/// What a container's header says of one encoded track.
///
/// SAFETY: nothing changes it once it is made.
final class EncodedParameters: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVCodecParameters>
  /// What the packets' times count in.
  let base: AVRational

  init(_ encoder: UnsafeMutablePointer<AVCodecContext>) throws {
    pointer = try allocated(avcodec_parameters_alloc(), "a track")
    base = encoder.pointee.time_base
    try check(avcodec_parameters_from_context(pointer, encoder), "describe a track")
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = pointer
    avcodec_parameters_free(&parameters)
  }

  /// FFmpeg's name of the codec.
  var codec: String { String(cString: avcodec_get_name(pointer.pointee.codec_id)) }

  /// What decoders need before the first packet.
  var header: [UInt8] {
    Array(
      UnsafeBufferPointer(
        start: pointer.pointee.extradata, count: Int(pointer.pointee.extradata_size)))
  }
}

/// A container that FFmpeg writes.
///
/// SAFETY: FFmpeg's list of them never changes.
struct OutputFormat: @unchecked Sendable {
  let pointer: UnsafePointer<AVOutputFormat>
}

extension EncodedStream {
  init(pictures: EncodedParameters, sound: EncodedParameters?) {
    let picture = pictures.pointer.pointee
    self.pictures = Pictures(
      codec: pictures.codec, size: .init(Int(picture.width), Int(picture.height)),
      parameterSets: pictures.header, parameters: pictures)
    self.sound = sound.map { sound in
      Sound(
        codec: sound.codec, rate: Int(sound.pointer.pointee.sample_rate),
        channels: Int(sound.pointer.pointee.ch_layout.nb_channels), parameters: sound)
    }
  }
}
