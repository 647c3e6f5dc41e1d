internal import CFFmpeg
internal import VKCore

/// What belongs into the file of a picture beside its pixels: Exif metadata, a colour profile, how to turn it.
struct PictureLabel: Sendable {
  private let exif: ExifData?
  private let orientation: Orientation
  private let profile: [UInt8]?
  private let isProfileOdd: Bool

  /// The label of a frame that is stored in FFmpeg's format; nil when there is nothing to say.
  init?(_ frame: Frame, stored: AVPixelFormat) {
    let source = frame.attachment as? FrameHandle
    exif = source?.exif
    orientation = frame.orientation ?? .up
    let data = source.flatMap { av_frame_get_side_data($0.pointer, AV_FRAME_DATA_ICC_PROFILE) }
    let found = data.map {
      Array(UnsafeBufferPointer(start: $0.pointee.data, count: $0.pointee.size))
    }
    // A profile speaks of grey or of RGB, in its seventeenth to twentieth byte (ICC.1, 7.2.6).
    let isGray = av_pix_fmt_desc_get(stored).map { $0.pointee.nb_components <= 2 } ?? false
    let space = isGray && stored != AV_PIX_FMT_PAL8 ? "GRAY" : "RGB "
    isProfileOdd = found.map { $0.count < 128 || !$0[16..<20].elementsEqual(space.utf8) } ?? false
    profile = isProfileOdd ? nil : found
    if exif == nil, orientation == .up, found == nil { return nil }
  }

  /// Whether a container of FFmpeg's, or a picture's file of that codec, says how the picture must be turned.
  static func canTurn(_ container: String, _ codec: AVCodecID) -> Bool {
    switch container {
    case "mp4", "mov", "ipod", "3gp", "3g2", "psp", "ismv", "null": true
    case "image2", "webp": PictureFile.Kind(codec) != nil
    default: false
    }
  }

  /// Takes a profile that does not speak of the stored colours out of what the encoder gets.
  func removeOddProfile(from frame: UnsafeMutablePointer<AVFrame>) {
    if isProfileOdd { av_frame_remove_side_data(frame, AV_FRAME_DATA_ICC_PROFILE) }
  }

  /// Puts it all into a packet that is the file of a picture.
  func attach(
    to packet: UnsafeMutablePointer<AVPacket>, codec: AVCodecID, size: Size
  ) throws {
    guard let kind = PictureFile.Kind(codec), let data = packet.pointee.data else { return }
    let bytes = UnsafeBufferPointer(start: data, count: Int(packet.pointee.size))
    let whole = exif ?? (orientation == .up ? nil : ExifData(orientation))
    let described = whole?.describing(size, orientation)
    guard
      let result = PictureFile(kind: kind, bytes: bytes).with(
        described, profile: profile, size: size)
    else { return }
    let grown = result.count - bytes.count
    if grown > 0 {
      try check(av_grow_packet(packet, Int32(grown)), "write a picture", else: .outOfMemory)
    }
    try check(av_packet_make_writable(packet), "write a picture", else: .outOfMemory)
    packet.pointee.data.update(from: result, count: result.count)
    packet.pointee.size = Int32(result.count)
  }
}
