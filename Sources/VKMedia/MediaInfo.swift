internal import CFFmpeg
public import VKCore

/// What a media file holds, as far as it is known without decoding it.
public struct MediaInfo: Sendable {
  /// One stream.
  public struct Stream: Sendable {
    /// The stream's kind.
    public enum Kind: String, Sendable {
      /// Moving pictures.
      case video
      /// Sound.
      case audio
      /// Text or pictures to be laid over.
      case subtitle
      /// Anything timed that is none of these.
      case data
      /// A file within the file.
      case attachment
    }

    /// The place in the container, from 0.
    public let index: Int
    /// The kind.
    public let kind: Kind
    /// FFmpeg's name of the codec.
    public let codec: String
    /// Bits a second, where that is known.
    public let bitRate: Int?
    /// Whether this is a cover picture and not a movie.
    public let isCoverPicture: Bool
    /// The stream's metadata (`language`, `title` …).
    public let metadata: [String: String]
  }

  /// FFmpeg's name of the container.
  public let container: String
  /// The length, where that is known.
  public let duration: MediaTime?
  /// Bits a second, where that is known.
  public let bitRate: Int?
  /// The streams in the container's order.
  public let streams: [Stream]
  /// The file's metadata.
  public let metadata: [String: String]

  init(_ context: UnsafeMutablePointer<AVFormatContext>, container name: String?) {
    let format = context.pointee
    container = name ?? format.iformat.map { String(cString: $0.pointee.name) } ?? ""
    duration = MediaTime(format.duration, in: AVRational(num: 1, den: AV_TIME_BASE))
    bitRate = format.bit_rate > 0 ? Int(format.bit_rate) : nil
    metadata = entries(of: format.metadata)
    streams = (0..<Int(format.nb_streams)).compactMap { index in
      format.streams[index].map { Stream($0.pointee) }
    }
  }
}

extension MediaInfo.Stream {
  init(_ stream: AVStream) {
    index = Int(stream.index)
    kind =
      switch stream.codecpar.pointee.codec_type {
      case AVMEDIA_TYPE_VIDEO: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_SUBTITLE: .subtitle
      case AVMEDIA_TYPE_ATTACHMENT: .attachment
      default: .data
      }
    codec = String(cString: avcodec_get_name(stream.codecpar.pointee.codec_id))
    bitRate = stream.codecpar.pointee.bit_rate > 0 ? Int(stream.codecpar.pointee.bit_rate) : nil
    isCoverPicture = stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
    metadata = entries(of: stream.metadata)
  }
}
